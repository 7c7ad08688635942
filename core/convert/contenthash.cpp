// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convert/contenthash.h"

#include "core/base/textfile.h"
#include "core/base/uniquefd.h"

#include <array>
#include <cerrno>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <openssl/evp.h>

namespace tileline {

namespace {

constexpr size_t BlockBytes = 1024 * 1024;

struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const { ::EVP_MD_CTX_free(context); }
};

/// A SHA-256 computation.
class Digest {
public:
    Digest()
        : m_context(::EVP_MD_CTX_new())
        , m_good(m_context && ::EVP_DigestInit_ex(m_context.get(), ::EVP_sha256(), nullptr) == 1) {}

    void add(std::string_view bytes) {
        m_good = m_good && ::EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1;
    }
    Result<std::string> finish() {
        std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
        unsigned int count = 0;
        if (!m_good || ::EVP_DigestFinal_ex(m_context.get(), bytes.data(), &count) != 1) {
            return Error{ErrorCode::SystemError, {}, "SHA-256", "a hash from OpenSSL", "a failure"};
        }
        static constexpr std::string_view Digits = "0123456789abcdef";
        std::string text;
        for (unsigned int i = 0; i < count; ++i) {
            text += Digits[bytes[i] >> 4U];
            text += Digits[bytes[i] & 15U];
        }
        return text;
    }

private:
    std::unique_ptr<EVP_MD_CTX, FreeDigest> m_context;
    bool m_good;
};

} // namespace

Result<std::string> hashOfText(std::string_view text) {
    Digest digest;
    digest.add(text);
    return digest.finish();
}

Outcome<std::string> hashOfFile(const std::filesystem::path& path,
                                const std::function<void(uint64_t bytes)>& onBytes, std::stop_token stop) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        return Failure(systemError(path, errno));
    }
    Digest digest;
    std::vector<char> block(BlockBytes);
    for (uint64_t total = 0;;) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const ssize_t got = ::read(file.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return Failure(systemError(path, errno));
        }
        if (got == 0) {
            break;
        }
        digest.add({block.data(), static_cast<size_t>(got)});
        total += static_cast<uint64_t>(got);
        onBytes(total);
    }
    auto hash = TRY(digest.finish());
    return hash;
}

} // namespace tileline
