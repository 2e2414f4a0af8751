# What the boards' mpconfigboard.cmake share. Every MICROPY_MANIFEST_X becomes $(X) in manifest.py.
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)

# `make image` sets these two. The defaults let MicroPython's own build work as well:
# make -C ports/rp2 BOARD_DIR=…/boards/pico8
if(NOT DEFINED MICROPY_MANIFEST_FIRMWARE_DIR)
    set(MICROPY_MANIFEST_FIRMWARE_DIR ${CMAKE_CURRENT_LIST_DIR}/../firmware)
endif()
if(NOT DEFINED MICROPY_MANIFEST_BUILD_INFO_DIR)
    set(MICROPY_MANIFEST_BUILD_INFO_DIR ${CMAKE_BINARY_DIR}/build_info)
    file(WRITE ${MICROPY_MANIFEST_BUILD_INFO_DIR}/build_info.py "COMMIT = \"unknown\"\nSOURCE = \"frozen\"\n")
endif()

set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-include;${CMAKE_CURRENT_LIST_DIR}/frozen_alignment.h")

# Rules are Python, and people wait for them: quick where it matters most, small elsewhere.
# MicroPython's own board files ask for the same of map.c and vm.c.
foreach(_name argcheck bc nativeglue obj objarray objboundmeth objdict objfun objint objlist
        objtuple objtype qstr runtime sequence stackctrl cstack binary)
    set_source_files_properties(${MICROPY_DIR}/py/${_name}.c PROPERTIES COMPILE_OPTIONS "-O2")
endforeach()
# More than there are names of attributes; by default 64 of them share a place.
add_compile_definitions(MICROPY_OPT_MAP_LOOKUP_CACHE_SIZE=2048)
