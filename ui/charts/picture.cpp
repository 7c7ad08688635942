// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/picture.h"

#include "core/base/textfile.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QPainter>
#include <QPdfWriter>
#include <QPointer>
#include <QSvgGenerator>
#include <QWidget>

#include <new>

namespace tileline {

namespace {

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

constexpr int PictureScale = 2;
constexpr double PointsPerInch = 72;

/// While this object exists, controls that are useless in a picture, such as buttons and empty text fields,
/// are hidden. Combo boxes and text fields with text stay visible, because they describe what is shown.
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

QImage transparentImage(const QSize& size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull() && !size.isEmpty()) {
        throw std::bad_alloc();
    }
    image.fill(Qt::transparent);
    return image;
}

QImage imageOf(const PictureSource& picture) {
    QImage image(picture.size * PictureScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(PictureScale);
    image.fill(picture.background);
    picture.paint(image);
    return image;
}

bool isPictureName(const QString& path) {
    return QStringList{"png", "svg", "pdf"}.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

std::optional<Error> writePicture(const PictureSource& picture, const QString& path) {
    const QString kind = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (kind == QLatin1String("png")) {
        imageOf(picture).save(&buffer, "PNG");
    } else if (kind == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(picture.size);
        svg.setViewBox(QRect(QPoint(), picture.size));
        svg.setResolution(picture.resolution);
        svg.setTitle(picture.title);
        svg.setDescription(picture.description);
        picture.paint(svg);
    } else if (kind == QLatin1String("pdf")) {
        QPdfWriter pdf(&buffer);
        pdf.setTitle(picture.title);
        pdf.setCreator(QStringLiteral("Tileline"));
        pdf.setResolution(picture.resolution);
        pdf.setPageSize(
            QPageSize(QSizeF(picture.size) * PointsPerInch / picture.resolution, QPageSize::Point));
        pdf.setPageMargins(QMarginsF());
        picture.paint(pdf);
    } else {
        return Error{ErrorCode::BadArgument, path.toStdString(), PictureText::tr("file name").toStdString(),
                     PictureText::tr("a name that ends in .png, .svg or .pdf").toStdString(),
                     kind.isEmpty() ? PictureText::tr("no suffix").toStdString() : "." + kind.toStdString()};
    }
    const Result<Done> written =
        writeFileAtomically(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
    return written ? std::nullopt : std::optional(written.failure());
}

std::optional<Error> savePicture(QWidget& widget, const QString& path) {
    const WithoutControls forReading(widget);
    return writePicture({widget.size(),
                         widget.palette().color(QPalette::Window),
                         widget.windowTitle(),
                         {},
                         static_cast<int>(PointsPerInch),
                         [&](QPaintDevice& device) {
                             QPainter painter(&device);
                             widget.render(&painter);
                         }},
                        path);
}

} // namespace tileline
