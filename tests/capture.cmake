# The tests of capture: unit/ in process, live/ against real servers and against servers that misbehave.

foreach(name query answer reading capture_file)
  rungate_unit_test(${name} unit/test_${name}.c)
endforeach()

rungate_unit_test(capture_options unit/test_capture_options.c)
target_link_libraries(test_capture_options PRIVATE rungate_capture)

rungate_unit_test(secrets unit/test_secrets.c)
target_include_directories(test_secrets PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(test_secrets PRIVATE rungate_prometheus PkgConfig::CURL)

# Each allocation of capture's own code and of libcurl fails once.
rungate_unit_test(capture_no_memory unit/test_capture_no_memory.c)
target_link_libraries(test_capture_no_memory PRIVATE rungate_capture PkgConfig::CURL)
target_link_options(test_capture_no_memory PRIVATE
  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup)

function(rungate_live_test name)
  add_test(NAME live/${name}
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/live/${name}.py)
  set_tests_properties(live/${name} PROPERTIES LABELS live TIMEOUT 300
    ENVIRONMENT "RUNGATE_BIN_DIR=$<TARGET_FILE_DIR:capture>")
endfunction()

foreach(name cases names faults access output docs begin ab gate)
  rungate_live_test(${name})
endforeach()
