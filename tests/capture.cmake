# The tests of capture: unit/ in process, live/ against real servers and against servers that misbehave.

foreach(name query answer answer_series reading attempt attempt_counted attempt_no_memory counted discover scrape)
  rungate_unit_test(${name} measure unit/test_${name}.c)
endforeach()
rungate_unit_test(capture_file model unit/test_capture_file.c)
rungate_unit_test(capture_options capture unit/test_capture_options.c)
rungate_unit_test(scrape_no_memory capture unit/test_scrape_no_memory.c)

rungate_unit_test(secrets http unit/test_secrets.c)
target_link_libraries(test_secrets PRIVATE PkgConfig::CURL)

# libcurl's allocations fail too.
rungate_unit_test(capture_no_memory capture unit/test_capture_no_memory.c)
target_link_libraries(test_capture_no_memory PRIVATE PkgConfig::CURL)

function(rungate_live_test name)
  add_test(NAME live/${name}
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/live/${name}.py)
  set_tests_properties(live/${name} PROPERTIES LABELS live TIMEOUT ${hang_s}
    ENVIRONMENT "RUNGATE_BIN_DIR=$<TARGET_FILE_DIR:capture>")
endfunction()

foreach(name index counted services cases names faults access output old_files docs begin ab gate workload discover)
  rungate_live_test(${name})
endforeach()

# Sanitizers need memory of their own; and the numbers of a thousand random histograms are the same with them.
if(NOT RUNGATE_SANITIZE)
  rungate_live_test(memory)
  rungate_live_test(random_counts)
endif()
