"""One grey layer of a sheet: text at normal size, strokes and shapes at double size for smooth edges."""
import numpy as np
from PIL import Image, ImageChops, ImageDraw

FINE = 2


class Layer:
    def __init__(self, w, h):
        self.plain = Image.new('L', (w, h), 0)
        self.fine = Image.new('L', (w * FINE, h * FINE), 0)
        self.pen, self.brush = ImageDraw.Draw(self.plain), ImageDraw.Draw(self.fine)

    def text(self, x, y, text, font, fill=255, stroke=0):
        self.pen.text((x, y), text, font=font, fill=fill, stroke_width=stroke)

    def rule(self, x0, y0, x1, y1, width=1, fill=255):
        """A straight horizontal or vertical printed line."""
        self.pen.rectangle([min(x0, x1), min(y0, y1), max(x0, x1, min(x0, x1) + (width - 1 if x0 == x1 else 0)),
                            max(y0, y1, min(y0, y1) + (width - 1 if y0 == y1 else 0))], fill=fill)

    def path(self, points, width=1.5, fill=255, closed=False):
        points = [(float(x) * FINE, float(y) * FINE) for x, y in points]
        if closed:
            points.append(points[0])
        self.brush.line(points, fill=fill, width=max(1, round(width * FINE)), joint='curve')

    def ellipse(self, x0, y0, x1, y1, width=1.5, fill=None, outline=255):
        self.brush.ellipse([x0 * FINE, y0 * FINE, x1 * FINE, y1 * FINE], outline=outline, fill=fill, width=max(1, round(width * FINE)))

    def arc(self, x0, y0, x1, y1, start, end, width=1.5, fill=255):
        self.brush.arc([x0 * FINE, y0 * FINE, x1 * FINE, y1 * FINE], start, end, fill=fill, width=max(1, round(width * FINE)))

    def polygon(self, points, fill):
        self.brush.polygon([(float(x) * FINE, float(y) * FINE) for x, y in points], fill=fill)

    def picture(self, x, y, image):
        """Combines a grey picture with the layer; at each pixel the one with more ink wins."""
        x, y = int(x), int(y)
        box = (x, y, x + image.width, y + image.height)
        self.plain.paste(ImageChops.lighter(self.plain.crop(box), image), box[:2])

    def array(self):
        return np.maximum(np.asarray(self.plain), np.asarray(self.fine.reduce(FINE)))
