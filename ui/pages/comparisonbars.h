// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/compiledplan.h"

#include <QWidget>

namespace tileline {

/// For each IPU of a plan, shows two bars on the same scale. The pale bar with an edge shows the estimated
/// bytes of the fullest tile; the filled bar shows those of the compiled pipeline. A line across both bars
/// marks the IPU's limit. A text above the bars states the sizes.
class ComparisonBars : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonBars(QWidget* parent = nullptr);

    void setIpus(const std::vector<ComparedIpu>& ipus);
    /// The text above an IPU's bars.
    QString textOf(size_t position) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        uint32_t ipu = 0;
        std::optional<int64_t> estimated;
        std::optional<int64_t> actual;
        int64_t limit = 0;
    };

    void describe();
    int rowHeight() const;

    std::vector<Row> m_rows;
    int64_t m_scale = 1; ///< number of bytes that a bar of full width stands for
};

} // namespace tileline
