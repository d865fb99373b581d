# TurnoutConfig.cmake -- find_package(Turnout), then
#
#   turnout_generate(TARGET app TABLE tables/gemma4.ini [OUTPUT_DIRECTORY dir] [TURNOUT_TARGET c] [OPTIONS -Werror ...])
#
# compiles the table when it, a vocabulary, a template or turnout itself has changed, and puts the header on the include
# path of `app`: #include "gemma4.h".  A change that leaves the header's text alone compiles nothing again.
# Also: Turnout_EXECUTABLE, Turnout_TEMPLATES, Turnout_TABLES.  CMake 3.20 (DEPFILE); Ninja and Makefile generators.

get_filename_component(_turnout_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Turnout_EXECUTABLE "${_turnout_prefix}/bin/turnout")
set(Turnout_TEMPLATES "${_turnout_prefix}/share/turnout/templates")
set(Turnout_TABLES "${_turnout_prefix}/share/turnout/tables")
if(NOT EXISTS "${Turnout_EXECUTABLE}")
  set(Turnout_FOUND FALSE)
  set(Turnout_NOT_FOUND_MESSAGE "${Turnout_EXECUTABLE} is not there")
  return()
endif()
if(CMAKE_VERSION VERSION_LESS 3.20)
  set(Turnout_FOUND FALSE)
  set(Turnout_NOT_FOUND_MESSAGE "CMake 3.20 or later is required")
  return()
endif()

function(turnout_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;TABLE;OUTPUT_DIRECTORY;TURNOUT_TARGET" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "turnout_generate: unknown arguments '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_TARGET OR NOT arg_TABLE)
    message(FATAL_ERROR "turnout_generate: TARGET and TABLE are required")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "turnout_generate: '${arg_TARGET}' is no target")
  endif()
  get_filename_component(table "${arg_TABLE}" ABSOLUTE)
  if(NOT EXISTS "${table}")
    message(FATAL_ERROR "turnout_generate: table '${table}' is not there")
  endif()
  if(NOT arg_TURNOUT_TARGET)
    set(arg_TURNOUT_TARGET c)
  endif()

  # The header is called as its [table NAME] says, not as the file; a new name configures again.
  file(STRINGS "${table}" heads REGEX "^[ \t]*\\[table[ \t]+")
  string(REGEX REPLACE "^[ \t]*\\[table[ \t]+([^]]*[^] \t])[ \t]*\\].*" "\\1" name "${heads}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}")
  if(NOT name)
    message(FATAL_ERROR "turnout_generate: '${table}' has no [table NAME]")
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY turnout)
  endif()
  get_filename_component(folder "${arg_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  # One action, however many targets of this directory use the table.  Its output is a stamp: turnout leaves a header
  # alone that has not changed, so its time says nothing about when the action ran.
  string(MAKE_C_IDENTIFIER "turnout_${name}_${arg_TURNOUT_TARGET}" action)
  if(NOT TARGET "${action}")
    set(stamp "${folder}/${name}.${arg_TURNOUT_TARGET}.stamp")
    file(RELATIVE_PATH shown "${CMAKE_SOURCE_DIR}" "${table}")
    add_custom_command(
      OUTPUT "${stamp}"
      BYPRODUCTS "${folder}/${name}.h"
      COMMAND "${Turnout_EXECUTABLE}" compile -o "${folder}" -t "${arg_TURNOUT_TARGET}" -MD "${stamp}.d" -MT "${stamp}"
              ${arg_OPTIONS} "${table}"
      COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
      DEPENDS "${table}" "${Turnout_EXECUTABLE}"
      DEPFILE "${stamp}.d"
      COMMENT "Compiling ${shown}"
      VERBATIM)
    add_custom_target("${action}" DEPENDS "${stamp}")
  endif()
  add_dependencies("${arg_TARGET}" "${action}")
  get_target_property(type "${arg_TARGET}" TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories("${arg_TARGET}" INTERFACE "${folder}")
  else()
    target_include_directories("${arg_TARGET}" PRIVATE "${folder}")
  endif()
endfunction()
