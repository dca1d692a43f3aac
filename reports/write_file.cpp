#include "reports/write_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace lemmacheck::reports {

namespace {

namespace fs = std::filesystem;

std::string reason_of(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse(const char* code, const fs::path& path, const std::string& what, const std::string& remedy) {
  throw OutputError(code, "cannot write \"" + path.string() + "\": " + what + "; " + remedy);
}

class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const noexcept { return number_; }
  // Some file systems report a full disk only here.
  bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

void write_all(Descriptor& file, std::string_view text, const fs::path& path) {
  const char* remedy = "free some space or choose another place";
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("LC602", path, reason_of(errno), remedy);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (!file.close()) refuse("LC602", path, reason_of(errno), remedy);
}

// Following a link such as /dev/stdout to a regular file and replacing that would cut off what the shell redirected.
bool is_written_directly(const fs::path& path) {
  std::error_code ignored;
  const std::string name = fs::absolute(path, ignored).lexically_normal().string();
  if (name.starts_with("/dev/") || name.starts_with("/proc/")) return true;
  const auto status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_directly(const fs::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (file.number() < 0) refuse("LC601", path, reason_of(errno), "name a file that can be written");
  write_all(file, text, path);
}

/// A file under its temporary name; removed again unless it was put in place.
class StagedFile {
 public:
  StagedFile(const fs::path& path, std::string_view text) : path_(path), target_(path) {
    std::error_code error;
    if (fs::is_symlink(path, error)) {
      const fs::path resolved = fs::weakly_canonical(path, error);
      if (!error) target_ = resolved;
    }
    if (target_.filename().empty() || fs::is_directory(target_, error))
      refuse("LC601", path_, "it is a directory", "name a file inside it");
    const int number = create();
    Descriptor file(number);
    try {
      struct stat old {};
      if (::stat(target_.c_str(), &old) == 0 && ::fchmod(number, old.st_mode & 0777) != 0)
        refuse("LC601", path_, reason_of(errno), "check who owns the file");
      write_all(file, text, path_);
    } catch (...) {
      remove();
      throw;
    }
  }
  StagedFile(StagedFile&& other) noexcept
      : path_(std::move(other.path_)), target_(std::move(other.target_)), temporary_(std::move(other.temporary_)) {
    other.temporary_.clear();
  }
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile() { remove(); }

  void put_in_place() {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      refuse("LC603", path_, reason_of(errno), "check the permissions of its directory");
    temporary_.clear();
  }

 private:
  int create() {
    const std::string stem = "." + target_.filename().string().substr(0, 200) + "." + std::to_string(::getpid()) + "-";
    for (int attempt = 0;; ++attempt) {
      temporary_ = target_.parent_path() / (stem + std::to_string(attempt) + ".partial");
      const int number = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (number >= 0) return number;
      if (errno == EEXIST || errno == EINTR) continue;
      const int error = errno;
      temporary_.clear();
      refuse("LC601", path_, reason_of(error),
             error == ENOENT ? "create its directory first" : "choose a directory that can be written");
    }
  }
  void remove() noexcept {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
  }

  fs::path path_, target_, temporary_;
};

}  // namespace

void write_file(const fs::path& path, std::string_view text) {
  if (is_written_directly(path)) return write_directly(path, text);
  StagedFile(path, text).put_in_place();
}

void write_files(const std::vector<TextFile>& files) {
  std::vector<StagedFile> staged;
  staged.reserve(files.size());
  for (const TextFile& file : files)
    if (!is_written_directly(file.path)) staged.emplace_back(file.path, file.text);
  for (StagedFile& file : staged) file.put_in_place();
  for (const TextFile& file : files)
    if (is_written_directly(file.path)) write_directly(file.path, file.text);
}

void create_report_directory(const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory, error) && !fs::is_directory(directory, error))
    throw OutputError("LC604", "cannot create the directory \"" + directory.string() +
                                   "\": a file of that name exists; remove it or choose another name");
  fs::create_directories(directory, error);
  if (error)
    throw OutputError("LC604", "cannot create the directory \"" + directory.string() + "\": " + error.message() +
                                   "; choose a place that can be written");
}

void require_writable_file(const fs::path& path) {
  if (path.empty()) return;
  if (!is_written_directly(path)) {
    const StagedFile trial(path, "");
  } else if (::access(path.c_str(), W_OK) != 0) {
    refuse("LC601", path, reason_of(errno), "name a file that can be written");
  }
}

void require_writable_directory(const fs::path& directory) {
  if (directory.empty()) return;
  std::vector<fs::path> made;  // the deepest first
  std::error_code error;
  for (fs::path place = directory; !place.empty() && !fs::exists(fs::symlink_status(place, error));
       place = place.parent_path())
    made.push_back(place);
  const auto remove_made = [&made] {
    std::error_code ignored;
    for (const fs::path& place : made) fs::remove(place, ignored);
  };
  bool written = false;
  try {
    create_report_directory(directory);
    const StagedFile trial(directory / ".lemmacheck-trial", "");
    written = true;
  } catch (const OutputError&) {
    remove_made();
    if (!fs::is_directory(directory, error)) throw;
  }
  if (!written)
    throw OutputError("LC604", "cannot write into the directory \"" + directory.string() +
                                   "\"; choose a directory that can be written");
  remove_made();
}

}  // namespace lemmacheck::reports
