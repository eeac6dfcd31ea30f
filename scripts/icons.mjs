// Draws the logo (a skein: strands laid in a figure of eight) and writes the app's icons:
//   node scripts/icons.mjs            the drawing: icon.svg and the paths in logo-paths.ts
//   node scripts/icons.mjs --png      and the PNG files, which needs Chromium
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../packages/web/', import.meta.url))
const TILT = -0.62
const STRANDS = [-2.7, 0, 2.7]

/** A point of the figure of eight, moved sideways by `aside`: strands that are beside each other all the way. */
function point(t, aside) {
  const at = (u) => {
    const d = 1 + Math.sin(u) ** 2
    return [(11.2 * Math.cos(u)) / d, (16.5 * Math.sin(u) * Math.cos(u)) / d]
  }
  const [x, y] = at(t)
  const [x2, y2] = at(t + 1e-4)
  const long = Math.hypot(x2 - x, y2 - y)
  const [px, py] = [x - ((y2 - y) / long) * aside, y + ((x2 - x) / long) * aside]
  return [16 + px * Math.cos(TILT) - py * Math.sin(TILT), 16 + px * Math.sin(TILT) + py * Math.cos(TILT)]
}

/** A smooth line through points: Catmull-Rom, written as Bézier curves. */
function line(from, to, aside, steps) {
  const points = Array.from({ length: steps + 3 }, (_, i) =>
    point(from + ((to - from) * (i - 1)) / steps, aside),
  )
  const said = (numbers) => numbers.map((n) => Number(n.toFixed(2))).join(' ')
  let path = `M${said(points[1])}`
  for (let i = 1; i <= steps; i++) {
    const [a, b, c, d] = points.slice(i - 1, i + 3)
    path += `C${said([b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6, ...c])}`
  }
  return path
}

const whole = STRANDS.map((aside) => line(0, 2 * Math.PI, aside, 28)).join('')
// Where the strands lie above: a short way through the middle.
const above = STRANDS.map((aside) => line(Math.PI / 2 - 0.62, Math.PI / 2 + 0.62, aside, 6)).join('')
const gap = line(Math.PI / 2 - 0.4, Math.PI / 2 + 0.4, 0, 4)

writeFileSync(
  `${web}src/shell/logo-paths.ts`,
  `/* Made by scripts/icons.mjs. */\nexport const WHOLE =\n  '${whole}'\nexport const GAP =\n  '${gap}'\nexport const ABOVE =\n  '${above}'\n`,
)

const icon = (edge, ground = '#4453c4') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="${edge}" fill="${ground}"/>
  <g fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" transform="translate(16 16) scale(.86) translate(-16 -16)">
    <path d="${whole}"/>
    <path d="${gap}" stroke="${ground}" stroke-width="9.4" stroke-linecap="butt"/>
    <path d="${above}"/>
  </g>
</svg>
`
writeFileSync(`${web}public/icon.svg`, icon(7))

if (process.argv.includes('--png')) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  // The platform rounds what it masks: those have no corners of their own and keep to the middle.
  for (const [name, size, edge] of [
    ['icon-192.png', 192, 7],
    ['icon-512.png', 512, 7],
    ['icon-180.png', 180, 0],
    ['icon-maskable-512.png', 512, 0],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const svg = edge === 0 ? icon(0).replace('scale(.86)', 'scale(.72)') : icon(edge)
    await page.setContent(
      `<style>*{margin:0}svg{display:block}</style>${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}`,
    )
    await page.screenshot({ path: `${web}public/${name}`, omitBackground: true })
    await page.close()
  }
  await browser.close()
}
