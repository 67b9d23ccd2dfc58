# Run by 'cmake --install' before anything is put in place: makes the directories that are missing, readable for all. CMake
# itself makes them as the umask has it. Those that are there already keep the mode that they have.
foreach(directory IN LISTS RUNGATE_DIRECTORIES)
  cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} NORMALIZE)
  set(directory $ENV{DESTDIR}${directory})
  cmake_path(ABSOLUTE_PATH directory NORMALIZE)
  set(path ${directory})
  set(missing)
  while(NOT EXISTS ${path})
    list(APPEND missing ${path})
    cmake_path(GET path PARENT_PATH path)
  endwhile()
  if(missing)
    file(MAKE_DIRECTORY ${directory})
    file(CHMOD ${missing} PERMISSIONS
      OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()
