# What people install: in place, and in agreement with --help.
add_test(NAME package/install
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/install.py --build ${PROJECT_BINARY_DIR})
set_tests_properties(package/install PROPERTIES LABELS package TIMEOUT ${hang_s})

# The tutorial outside the repository, with what is installed.
add_test(NAME package/tutorial
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/tutorial.py --build ${PROJECT_BINARY_DIR})
set_tests_properties(package/tutorial PROPERTIES LABELS package TIMEOUT ${hang_s})

# The schemas, against what is shipped and what the commands print.
add_test(NAME package/schemas
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/schemas.py --bin ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
set_tests_properties(package/schemas PROPERTIES LABELS package TIMEOUT ${hang_s})

add_test(NAME package/wiring COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/wiring.py)
set_tests_properties(package/wiring PROPERTIES LABELS package TIMEOUT ${hang_s})

add_test(NAME package/servers COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/servers.py)
set_tests_properties(package/servers PROPERTIES LABELS package TIMEOUT 60)

# Packages are of the optimised build, and one at a time is installed on a machine.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT RUNGATE_SANITIZE)
  add_test(NAME package/deb
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/deb.py --build ${PROJECT_BINARY_DIR})
  set_tests_properties(package/deb PROPERTIES LABELS package TIMEOUT ${hang_s} RUN_SERIAL ON)
endif()
