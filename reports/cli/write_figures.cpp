#include "reports/cli/write_figures.hpp"

#include "reports/pgfplots_writer.hpp"
#include "reports/svg_writer.hpp"

namespace lemmacheck::cli {

void write_figures(const std::vector<reports::Figure>& figures, const std::string& directory, const TableOutput& tables,
                   const Console& console) {
  if (directory.empty()) return;
  const std::filesystem::path folder(directory);
  std::vector<reports::TextFile> files;
  for (const reports::Figure& figure : figures) {
    if (!reports::has_points(figure)) {
      console.complain("lemmacheck: --figures: nothing to draw in " + figure.name + ", left out");
      continue;
    }
    files.push_back({folder / (figure.name + ".svg"), reports::write_svg(figure)});
    files.push_back({folder / (figure.name + ".tex"), reports::write_pgfplots(figure)});
  }
  Console silent = console;
  silent.quiet = console.quiet || tables.owns_stdout();
  write_report(files, directory, silent);
}

}  // namespace lemmacheck::cli
