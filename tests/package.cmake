# What people install: in place, and in agreement with --help.
add_test(NAME package/install
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/package/install.py --build ${CMAKE_BINARY_DIR})
set_tests_properties(package/install PROPERTIES LABELS package TIMEOUT 120)
