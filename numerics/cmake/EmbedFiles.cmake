# Text files as a part of the program.
#
#   lemmacheck_embed(TARGET t HEADER verify/embedded.hpp NAMESPACE lemmacheck::verify FUNCTION f FILES a.toml b.toml)
#
# adds to target t a source, generated in the build tree, that defines the function f() declared in HEADER:
# `std::span<const EmbeddedFile> f()` lists the files in the given order, by name without folder, byte for byte.
# No files is a valid list. The same file, run as a script (cmake -P), writes that source.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(LEMMACHECK_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(lemmacheck_embed)
    cmake_parse_arguments(EMBED "" "TARGET;HEADER;NAMESPACE;FUNCTION" "FILES" ${ARGN})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded/${EMBED_FUNCTION}.cpp)
    # The list itself is an input: a removed file changes it, which no time stamp of a remaining file shows.
    set(list_file ${CMAKE_CURRENT_BINARY_DIR}/embedded/${EMBED_FUNCTION}.txt)
    list(JOIN EMBED_FILES "\n" lines)
    file(CONFIGURE OUTPUT ${list_file} CONTENT "${lines}\n" @ONLY)
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DLIST=${list_file} -DOUTPUT=${output} -DHEADER=${EMBED_HEADER}
        -DNAMESPACE=${EMBED_NAMESPACE} -DFUNCTION=${EMBED_FUNCTION} -P ${LEMMACHECK_EMBED_SCRIPT}
      DEPENDS ${list_file} ${EMBED_FILES} ${LEMMACHECK_EMBED_SCRIPT}
      COMMENT "Embedding files for ${EMBED_FUNCTION}()" VERBATIM)
    target_sources(${EMBED_TARGET} PRIVATE ${output})
  endfunction()
  return()
endif()

file(STRINGS ${LIST} paths)
set(count 0)
set(entries "")
foreach(path IN LISTS paths)
  get_filename_component(name ${path} NAME)
  file(SIZE ${path} size)
  file(READ ${path} text HEX)
  # Every byte as an escape, twenty to a line: nothing in a file can end or change the literal.
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${text}")
  string(REPEAT "...." 20 line)
  string(REGEX REPLACE "(${line})" "\\1\"\n     \"" text "${text}")
  string(APPEND entries "    {\"${name}\",\n     {\"${text}\",\n      ${size}}},\n")
  math(EXPR count "${count} + 1")
endforeach()

set(body "std::span<const EmbeddedFile> ${FUNCTION}() noexcept {\n")
if(count EQUAL 0)
  string(APPEND body "  return {};\n")
else()
  string(APPEND body "  static constexpr EmbeddedFile files[] = {\n${entries}  };\n  return files;\n")
endif()
file(WRITE ${OUTPUT} "// Generated from the files it lists; do not edit.\n#include \"${HEADER}\"\n\n"
  "namespace ${NAMESPACE} {\n\n${body}}\n\n}  // namespace ${NAMESPACE}\n")
