// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/layersdialog.h"

#include "core/layers/regex.h"
#include "ui/charts/chartcolors.h"
#include "ui/text/bytestext.h"
#include "ui/text/errortext.h"
#include "ui/text/warningtext.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFormLayout>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QTextLayout>

#include <algorithm>
#include <functional>

namespace tileline {

namespace {

/// Converts an offset in the UTF-8 text `text` into a position in UTF-16 units.
int utf16Position(const std::string& text, size_t offset) {
    return static_cast<int>(exactText(std::string_view(text).substr(0, offset)).size());
}

Result<std::vector<TextRange>> rangesIn(const Regex& regex, const std::string& name) {
    auto matches = TRY(regex.findAll(name));
    std::vector<TextRange> ranges;
    for (const RegexMatch& match : matches) {
        const int start = utf16Position(name, match.begin);
        ranges.push_back({start, utf16Position(name, match.end) - start});
    }
    return ranges;
}

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

/// Draws the text of a cell, with some ranges of the text bold and underlined.
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

/// A sentence that says how many operations are in layers, and how many layers and tensors there are.
QString countsOf(const Layers& layers) {
    const auto& operations = layers.operations;
    const auto inLayers =
        static_cast<size_t>(std::ranges::count_if(operations, [](const auto& op) { return op.inLayer(); }));
    const auto tensors =
        static_cast<size_t>(std::ranges::count_if(operations, [](const auto& op) { return op.isTensor; }));
    //: %1 is a number, %2 "in 12 layers", %3 "40 tensors"
    return LayersDialog::tr("%1 of %Ln operations are %2; %3", nullptr, static_cast<int>(operations.size()))
        .arg(numberText(inLayers),
             LayersDialog::tr("in %Ln layers", nullptr, static_cast<int>(layers.count()) - 1),
             LayersDialog::tr("%Ln tensors", nullptr, static_cast<int>(tensors)));
}

Outcome<LayerPreviewPtr> makeLayerPreview(const Profile& profile, const LayerOptions& options,
                                          const std::stop_token& stop) {
    auto layers = TRY(findLayers(profile, options, stop));
    auto regex = TRY(Regex::compile(options.layerRegex, "layer regex"));
    auto preview = std::make_shared<LayerPreview>();
    preview->layers = std::move(layers);
    Table table{{{"operation", ColumnType::Text, ColumnText::tr("Operation")},
                 {"layer", ColumnType::Text, ColumnText::tr("Layer")},
                 {"note", ColumnType::Text, ColumnText::tr("Layer found by")}},
                {}};
    for (uint32_t i = 0; i < preview->layers->operations.size(); ++i) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const LayeredOperation& operation = preview->layers->operations[i];
        auto ranges = TRY(rangesIn(regex, operation.name));
        preview->matches.push_back(std::move(ranges));
        table.rows.push_back(
            {operation.name,
             operation.inLayer() ? Cell(preview->layers->displayName(operation.layer)) : Cell(),
             textCell(operation.noteText())});
    }
    preview->table = makeTableData(std::move(table));
    return LayerPreviewPtr(std::move(preview));
}

} // namespace

ExpressionError expressionError(const Error& error, const LayerOptions& options) {
    ExpressionError result;
    const QString item = exactText(error.item);
    result.inInputs = item.startsWith(QLatin1String("inputs"));
    const std::string& expression = result.inInputs ? options.inputsRegex : options.layerRegex;
    static const QRegularExpression position(QStringLiteral("position (\\d+)"));
    if (const auto match = position.match(item); match.hasMatch()) {
        result.position = utf16Position(expression, match.captured(1).toULongLong());
    }
    if (error.code == ErrorCode::RegexTooSlow) {
        result.message =
            LayersDialog::tr("This expression takes too long. Use one without nested repetitions.");
        return result;
    }
    // `actual` consists of the expression, two separating characters, and the reason.
    const QString reason = exactText(error.actual).mid(exactText(expression).size() + 2);
    result.message = result.position
                         ? LayersDialog::tr("Error at position %1: %2").arg(*result.position + 1).arg(reason)
                         : reason;
    return result;
}

LayersDialog::LayersDialog(PlanEditor* editor, QWidget* parent)
    : QDialog(parent)
    , m_editor(editor)
    , m_buttons(dialogButtons(this, QDialogButtonBox::Ok | QDialogButtonBox::Apply |
                                        QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults)) {
    setWindowTitle(tr("Layers"));
    resize(860, 620);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    for (QLineEdit* edit : {m_layerRegex, m_inputsRegex}) {
        edit->setFont(fixed);
        connect(edit, &QLineEdit::textChanged, this, &LayersDialog::changed);
    }
    m_layerRegex->setToolTip(tr("A regular expression. Its capture groups are joined to form the layer's "
                                "name. If the expression has no groups, the name is the whole match."));
    m_inputsRegex->setToolTip(tr("An operation belongs to the first layer if the name of one of its inputs "
                                 "matches this expression, unless another rule finds a layer for it."));
    m_order->addItem(tr("In the order in which they first run"), static_cast<int>(LayerOrder::Steps));
    m_order->addItem(tr("By name, with numbers in numerical order"), static_cast<int>(LayerOrder::Natural));
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
    // When the profile is closed, computePreview() clears the preview.
    connect(m_session, &Session::profileChanged, this, &LayersDialog::computePreview);
    m_applied = m_session->layerOptions();
    setOptions(m_applied);
    computePreview();
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
            m_message->setText(countsOf(*m_shown->layers).toHtmlEscaped());
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
        m_editor->applyOptions({m_applied, m_session->setting()}, tr("Layer options"));
    }
    enableButtons();
}

} // namespace tileline
