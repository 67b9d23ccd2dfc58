# Whether the tests are built, in RUNGATE_WITH_TESTS. To build rungate nothing is needed that only its tests need; each run of
# cmake looks anew, so that tests follow when their packages have been installed since.
set(RUNGATE_TESTS AUTO CACHE STRING "Build the tests: ON, OFF, or AUTO, which is ON where cmocka and Python are there")
set_property(CACHE RUNGATE_TESTS PROPERTY STRINGS AUTO ON OFF)

# The modules that the tests use are packages of the system: another Python on the PATH does not have them.
find_program(RUNGATE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
mark_as_advanced(RUNGATE_PYTHON)
if(RUNGATE_PYTHON AND NOT DEFINED Python3_EXECUTABLE)
  set(Python3_EXECUTABLE ${RUNGATE_PYTHON})
endif()

set(RUNGATE_WITH_TESTS OFF)
if(RUNGATE_TESTS STREQUAL AUTO)
  unset(__pkg_config_checked_CMOCKA CACHE)
  pkg_check_modules(CMOCKA QUIET IMPORTED_TARGET cmocka)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(CMOCKA_FOUND AND Python3_FOUND)
    set(RUNGATE_WITH_TESTS ON)
  elseif(NOT RUNGATE_FUZZ)
    message(STATUS "The tests are not built: cmocka or Python 3 is missing")
  endif()
elseif(RUNGATE_TESTS)
  pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(RUNGATE_WITH_TESTS ON)
endif()
