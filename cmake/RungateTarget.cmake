# rungate_target(NAME): what every target of this project is compiled and linked with. Nothing is set globally.

set(RUNGATE_WERROR OFF CACHE BOOL "Treat each warning as an error")
set(RUNGATE_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, such as address,undefined")
set(RUNGATE_ANALYZE OFF CACHE BOOL "Let gcc analyse each source while it compiles it")
set(RUNGATE_FUZZ OFF CACHE BOOL "Build the libFuzzer targets in place of the other tests; needs clang")
set(RUNGATE_COVERAGE OFF CACHE BOOL "Instrument for gcov")

# CMake links an executable as position independent only when this has been asked.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

# Level 3 also checks objects whose size is known only at run time; gcc has it from 12 on, clang from 9 on.
if((CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 12)
   OR (CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 9))
  set(RUNGATE_FORTIFY 2)
else()
  set(RUNGATE_FORTIFY 3)
endif()

if(RUNGATE_FUZZ AND NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "RUNGATE_FUZZ needs clang: -DCMAKE_C_COMPILER=clang")
endif()

if(RUNGATE_ANALYZE AND NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "RUNGATE_ANALYZE needs gcc: -DCMAKE_C_COMPILER=gcc")
endif()

# What is off for a file, and why: gcc follows no pointer out of a struct that a function fills for its caller, so it takes a
# list, a warning and an answer that are kept there for leaks (the tests with failing allocations show that they are none),
# a template that was just read for NULL, and the parts of a JSON value and of an open level for missing. In main.c
# descriptors are opened to stay open.
set(RUNGATE_ANALYZE_options.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_answer.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_client.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_transfer.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_json.c -Wno-analyzer-null-dereference)
set(RUNGATE_ANALYZE_json_members.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_json_write.c -Wno-analyzer-null-dereference)
set(RUNGATE_ANALYZE_main.c -Wno-analyzer-fd-leak)
set(RUNGATE_ANALYZE_round.c -Wno-analyzer-malloc-leak)
set(RUNGATE_ANALYZE_surface.c -Wno-analyzer-null-argument)

function(rungate_analyze name)
  target_compile_options(${name} PRIVATE -O1 -fanalyzer)
  get_target_property(sources ${name} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    if(DEFINED RUNGATE_ANALYZE_${file})
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS ${RUNGATE_ANALYZE_${file}})
    endif()
  endforeach()
endfunction()

function(rungate_target name)
  set_target_properties(${name} PROPERTIES
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes
    -Wold-style-definition -Wpointer-arith -Wcast-qual -Wcast-align -Wwrite-strings -Wundef -Wvla -Wformat=2
    -Wdouble-promotion -Wswitch-enum -ffp-contract=off)
  if(RUNGATE_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(RUNGATE_ANALYZE AND NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests$")
    rungate_analyze(${name})
  endif()
  if(RUNGATE_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${RUNGATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${name} PRIVATE -fsanitize=${RUNGATE_SANITIZE})
  endif()
  if(RUNGATE_COVERAGE)
    target_compile_options(${name} PRIVATE --coverage)
    target_link_options(${name} PRIVATE --coverage)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${name} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${RUNGATE_FORTIFY} -fstack-protector-strong)
    target_link_options(${name} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
  endif()
endfunction()
