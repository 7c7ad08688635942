// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture.h"

#include "core/base/textfile.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QPainter>
#include <QPdfWriter>
#include <QPixmap>
#include <QPointer>
#include <QSvgGenerator>
#include <QWidget>

namespace tileline {

namespace {

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

/// PNG pictures have twice the resolution of a screen with 96 dots per inch.
constexpr int PictureScale = 2;
constexpr int PointsPerInch = 72;

QByteArray png(QWidget& widget) {
    QImage image(widget.size() * PictureScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(PictureScale);
    image.fill(widget.palette().color(QPalette::Window));
    widget.render(&image);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(QWidget& widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(widget.size());
    generator.setViewBox(widget.rect());
    generator.setTitle(widget.windowTitle());
    widget.render(&generator);
    return bytes;
}

QByteArray pdf(QWidget& widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(widget.size()), QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(PointsPerInch);
    QPainter painter(&writer);
    widget.render(&painter);
    painter.end();
    return bytes;
}

/// As long as this object exists, it hides controls that are useless in a picture, such as buttons and empty
/// text fields. Combo boxes and other text fields remain visible, because they say what is shown.
class WithoutControls {
public:
    explicit WithoutControls(QWidget& widget)
        : m_focus(widget.window()->focusWidget()) {
        if (m_focus) {
            m_focus->clearFocus(); // so that no focus frame is drawn
        }
        for (QWidget* const control : widget.findChildren<QWidget*>()) {
            const bool clicked =
                qobject_cast<QAbstractButton*>(control) && control->objectName() != QLatin1String("verdict");
            const auto* const field = qobject_cast<QLineEdit*>(control);
            const bool blank =
                field && field->text().isEmpty() && !qobject_cast<QAbstractSpinBox*>(control->parentWidget());
            if ((clicked || blank) && control->isVisibleTo(&widget)) {
                control->hide();
                m_hidden += control;
            }
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    ~WithoutControls() {
        for (QWidget* const control : m_hidden) {
            control->show();
        }
        if (m_focus) {
            m_focus->setFocus();
        }
    }
    Q_DISABLE_COPY_MOVE(WithoutControls)

private:
    const QPointer<QWidget> m_focus;
    QList<QWidget*> m_hidden;
};

} // namespace

std::optional<Error> savePicture(QWidget& widget, const QString& path) {
    const QString kind = QFileInfo(path).suffix().toLower();
    const WithoutControls forReading(widget);
    QByteArray bytes;
    if (kind == QLatin1String("png")) {
        bytes = png(widget);
    } else if (kind == QLatin1String("svg")) {
        bytes = svg(widget);
    } else if (kind == QLatin1String("pdf")) {
        bytes = pdf(widget);
    } else {
        return Error{ErrorCode::BadArgument, path.toStdString(), PictureText::tr("file name").toStdString(),
                     PictureText::tr("a name that ends in .png, .svg or .pdf").toStdString(),
                     kind.isEmpty() ? PictureText::tr("no suffix").toStdString() : "." + kind.toStdString()};
    }
    const Result<Done> written =
        writeFileAtomically(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
    return written ? std::nullopt : std::optional(written.failure());
}

} // namespace tileline
