# The tests of capture: unit/ in process, live/ against real servers and against servers that misbehave.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

function(rungate_capture_unit_test name)
  add_executable(test_${name} unit/test_${name}.c)
  target_link_libraries(test_${name} PRIVATE rungate_core PkgConfig::CMOCKA)
  rungate_target(test_${name})
  set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unit)
  add_test(NAME unit/${name} COMMAND test_${name})
  set_tests_properties(unit/${name} PROPERTIES LABELS unit TIMEOUT 120)
endfunction()

function(rungate_live_test name)
  add_test(NAME live/${name}
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/live/${name}.py)
  set_tests_properties(live/${name} PROPERTIES LABELS live TIMEOUT 300
    ENVIRONMENT "RUNGATE_BIN_DIR=$<TARGET_FILE_DIR:capture>")
endfunction()

foreach(name query answer reading capture_file)
  rungate_capture_unit_test(${name})
endforeach()
foreach(name cases names faults access begin ab)
  rungate_live_test(${name})
endforeach()
