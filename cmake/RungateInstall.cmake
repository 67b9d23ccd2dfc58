# What 'cmake --install' puts in place. The prefix is part of an installed name: others have a 'compare' of their own.
include(GNUInstallDirs)

add_executable(manual ${PROJECT_SOURCE_DIR}/tools/manual.c)
target_link_libraries(manual PRIVATE rungate_commands)
rungate_target(manual)
set_target_properties(manual PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tools)

set(RUNGATE_MANUAL_DATE "2026-11-30" CACHE STRING "The date in the manual pages, fixed so that builds are reproducible")
set(doc ${CMAKE_INSTALL_DOCDIR})

# First, so that whoever installs with a strict umask does not end up with programs that only they can run.
set(directories ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_MANDIR}/man1 ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  ${CMAKE_INSTALL_DATADIR}/rungate ${doc}/examples)
install(CODE "set(RUNGATE_DIRECTORIES \"${directories}\")")
install(SCRIPT cmake/install_directories.cmake)

set(made)
foreach(name capture compare check-bounds)
  set(page ${PROJECT_BINARY_DIR}/manual/rungate-${name}.1)
  set(completion ${PROJECT_BINARY_DIR}/manual/rungate-${name})
  add_custom_command(OUTPUT ${page} ${completion}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/manual
    COMMAND manual man ${name} ${RUNGATE_MANUAL_DATE} > ${page}
    COMMAND manual bash ${name} > ${completion}
    DEPENDS manual VERBATIM)
  list(APPEND made ${page} ${completion})
  install(PROGRAMS $<TARGET_FILE:${name}> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME rungate-${name})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endforeach()

# The scripts lie side by side; what is on the PATH are links to them. Their manual pages are made from their --help.
file(RELATIVE_PATH scripts ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/rungate)
foreach(name gate ab baseline)
  set(script ${PROJECT_SOURCE_DIR}/scripts/${name}.sh)
  set(page ${PROJECT_BINARY_DIR}/manual/rungate-${name}.1)
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/manual
    COMMAND manual script ${name} ${RUNGATE_MANUAL_DATE} < ${script} > ${page}
    DEPENDS manual ${script} VERBATIM)
  list(APPEND made ${page})
  install(PROGRAMS ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/rungate)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
  file(CREATE_LINK ${scripts}/${name}.sh ${PROJECT_BINARY_DIR}/links/rungate-${name} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/links/rungate-${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
add_custom_target(manuals ALL DEPENDS ${made})

install(FILES LICENSE CHANGELOG.md README.md DESTINATION ${doc})
install(DIRECTORY docs/ DESTINATION ${doc} FILES_MATCHING PATTERN "*.md" PATTERN "*.yaml")
install(FILES scripts/tools.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/rungate)
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/rungate)
# The shipped gate is the first example, and can be run where it lies: cd examples, rungate-check-bounds.
install(DIRECTORY config baselines DESTINATION ${doc}/examples)
