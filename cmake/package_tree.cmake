# Run by cpack on the tree that it is about to pack: programs without symbols; in a Debian package, what Debian's policy asks
# of a package's documentation.
set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(source ${CMAKE_CURRENT_LIST_DIR}/..)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# CPack makes the upper ones as the umask has it.
file(GLOB_RECURSE directories LIST_DIRECTORIES true ${tree}/*)
list(APPEND directories ${tree})
foreach(directory IN LISTS directories)
  if(IS_DIRECTORY ${directory})
    file(CHMOD ${directory} PERMISSIONS
      OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()

file(GLOB_RECURSE programs ${tree}/*/rungate-capture ${tree}/*/rungate-compare ${tree}/*/rungate-check-bounds)
list(FILTER programs INCLUDE REGEX "/bin/")
run(strip --strip-unneeded --remove-section=.comment --remove-section=.note ${programs})

if(CPACK_GENERATOR STREQUAL "DEB")
  set(doc ${tree}/usr/share/doc/rungate)
  # The licence stands in the copyright file.
  file(REMOVE ${doc}/LICENSE)
  file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
  file(COPY_FILE ${source}/cmake/debian/copyright ${doc}/copyright)
  file(COPY_FILE ${source}/cmake/debian/changelog ${doc}/changelog.Debian)
  file(GLOB pages ${tree}/usr/share/man/man1/*.1)
  run(gzip -9n ${doc}/changelog ${doc}/changelog.Debian ${pages})
  file(CHMOD ${doc}/copyright ${doc}/changelog.gz ${doc}/changelog.Debian.gz
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()
