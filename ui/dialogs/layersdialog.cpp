// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/layersdialog.h"

#include "ui/charts/chartcolors.h"
#include "ui/session/session.h"
#include "ui/text/controls.h"
#include "ui/text/errortext.h"
#include "ui/text/warningtext.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTextLayout>
#include <QVBoxLayout>

#include <functional>

namespace tileline {

namespace {

/// The expression as rich text, with a mark before position `at`.
QString markedExpression(const QString& expression, int at, const QString& color) {
    return QStringLiteral("<tt>%1<span style='color:%2'>\u25B8</span>%3</tt>")
        .arg(expression.left(at).toHtmlEscaped(), color, expression.mid(at).toHtmlEscaped());
}

QList<QTextLayout::FormatRange> formatsOf(const std::vector<TextRange>& ranges) {
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    format.setFontUnderline(true);
    QList<QTextLayout::FormatRange> formats;
    for (const TextRange& range : ranges) {
        formats.append({range.start, range.length, format});
    }
    return formats;
}

/// Draws a text with some ranges in bold and underlined.
class HighlightDelegate : public QStyledItemDelegate {
public:
    using RangesOf = std::function<std::vector<TextRange>(const QModelIndex&)>;

    HighlightDelegate(RangesOf rangesOf, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_rangesOf(std::move(rangesOf)) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const QString text = item.text;
        item.text.clear();
        const QWidget* const widget = item.widget;
        QStyle* const style = widget ? widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

        const QRect area =
            style->subElementRect(QStyle::SE_ItemViewItemText, &item, widget).adjusted(3, 0, -3, 0);
        QTextLayout layout(text, item.font);
        layout.setFormats(formatsOf(m_rangesOf(index)));
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(1e6);
        layout.endLayout();
        painter->save();
        painter->setClipRect(area);
        const bool selected = item.state & QStyle::State_Selected;
        painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2));
        painter->restore();
    }

private:
    RangesOf m_rangesOf;
};

} // namespace

LayersDialog::LayersDialog(Session* session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_buttons(dialogButtons(this, QDialogButtonBox::Ok | QDialogButtonBox::Apply |
                                        QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults)) {
    setWindowTitle(tr("Layers"));
    resize(860, 620);
    buildForm();

    connect(&m_query, &LatestTask::outOfMemory, this,
            [this] { m_message->setText(outOfMemoryText().toHtmlEscaped()); });
    const auto matchesIn = [this](const QModelIndex& index) {
        const uint32_t key = m_preview->model()->keyAt(index.row());
        return m_shown && key < m_shown->matches.size() ? m_shown->matches[key] : std::vector<TextRange>();
    };
    m_preview->view()->setItemDelegateForColumn(0, new HighlightDelegate(matchesIn, this));
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &LayersDialog::apply);
    connect(m_buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { setOptions(LayerOptions()); });
    connect(this, &QDialog::accepted, this, &LayersDialog::apply);
    // When the profile is closed, the preview is cleared.
    connect(session, &Session::profileChanged, this, &LayersDialog::computePreview);
    m_applied = session->layerOptions();
    setOptions(m_applied);
    computePreview();
}

void LayersDialog::buildForm() {
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    for (QLineEdit* edit : {m_layerRegex, m_inputsRegex}) {
        edit->setFont(fixed);
        connect(edit, &QLineEdit::textChanged, this, &LayersDialog::changed);
    }
    m_layerRegex->setToolTip(
        tr("A regular expression. Its capture groups, joined, are the layer's name; without "
           "groups it is all that matched."));
    m_inputsRegex->setToolTip(tr("Operations with an input that matches belong to the first layer, where no "
                                 "other rule finds one."));
    m_order->addItem(tr("As they first run"), static_cast<int>(LayerOrder::Steps));
    m_order->addItem(tr("Sorted by name, numbers as numbers"), static_cast<int>(LayerOrder::Natural));
    connect(m_order, &QComboBox::currentIndexChanged, this, &LayersDialog::changed);
    auto* const form = new QFormLayout;
    form->addRow(tr("&Layer expression:"), m_layerRegex);
    form->addRow(tr("&Inputs of the first layer:"), m_inputsRegex);
    form->addRow(tr("&Order of layers:"), m_order);
    m_message->setTextFormat(Qt::RichText);

    m_message->setMinimumHeight(2 * fontMetrics().height());
    m_message->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* const layout = columnOf({form, m_message, {m_preview, 1}, m_buttons}, this);
    const ProfilePtr profile = m_session->profile();
    if (const LoadNote* const standIns =
            profile ? profile->findNote(LoadNote::Kind::OperationsFromPrograms) : nullptr) {
        layout->insertWidget(0, wrappedLabel(warningText(*standIns).text));
    }
}

LayerOptions LayersDialog::options() const {
    return {m_layerRegex->text().toStdString(), m_inputsRegex->text().toStdString(),
            static_cast<LayerOrder>(m_order->currentData().toInt())};
}

void LayersDialog::setOptions(const LayerOptions& options) {
    m_layerRegex->setText(exactText(options.layerRegex));
    m_inputsRegex->setText(exactText(options.inputsRegex));
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(options.order)));
}

void LayersDialog::changed() {
    m_checked.reset();
    enableButtons();
    m_debounce.start();
}

void LayersDialog::computePreview() {
    m_debounce.stop();
    const ProfilePtr profile = m_session->profile();
    if (!profile) {
        m_query.cancel();
        m_checked.reset();
        m_shown.reset();
        m_preview->setData(std::make_shared<TableData>());
        m_message->setText(tr("Open a profile to see what the expressions match.").toHtmlEscaped());
        enableButtons();
        return;
    }
    const LayerOptions wanted = options();
    m_query.run(
        [profile, wanted](const std::stop_token& stop) { return makeLayerPreview(*profile, wanted, stop); },
        [this, wanted](const LayerPreviewPtr& preview) {
            m_checked = wanted;
            m_shown = preview;
            m_preview->setData(m_shown->table);
            m_message->setText(m_shown->counts().toHtmlEscaped());
            enableButtons();
        },
        [this, wanted](const Error& error) { showError(error, wanted); });
}

void LayersDialog::showError(const Error& error, const LayerOptions& options) {
    const ExpressionError words = expressionError(error, options);
    const QString expression = (words.inInputs ? m_inputsRegex : m_layerRegex)->text();
    const QString color = ChartColors(palette()).limit().name();
    QString text =
        QStringLiteral("<b style='color:%1'>\u26A0</b> %2").arg(color, words.message.toHtmlEscaped());
    if (words.position) {
        text += QStringLiteral("<br/>") + markedExpression(expression, *words.position, color);
    }
    m_message->setText(text);
}

void LayersDialog::enableButtons() {
    const bool good = m_checked.has_value() && *m_checked == options();
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(good);
    m_buttons->button(QDialogButtonBox::Apply)->setEnabled(good && options() != m_applied);
}

void LayersDialog::apply() {
    if (options() != m_applied) {
        m_applied = options();
        m_session->setLayerOptions(m_applied);
    }
    enableButtons();
}

} // namespace tileline
