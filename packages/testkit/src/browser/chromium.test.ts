import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { newSeriousFindings, seriousFindings } from './accessible.ts'
import { chromiumPath, TestBrowser, WIDE } from './chromium.ts'

const isMissing = skipUnlessAvailable('Chromium', chromiumPath() !== null)

/** A page that does everything wrong: what the kit is for must be seen by it. */
const BAD_PAGE = `<!doctype html><html><body>
  <img src="/picture.png"><button></button>
  <script src="/throws.js"></script><script>document.title = 'ran'</script>
  <img src="http://192.0.2.1/pixel.png" alt="far away">
</body></html>`

describe.skipIf(isMissing)('the browser of the tests (needs Chromium)', () => {
  let browser: TestBrowser
  let server: Server
  let address: string

  beforeAll(async () => {
    browser = await TestBrowser.launch()
    server = createServer((request, response) => {
      response.setHeader('content-security-policy', "script-src 'self'")
      if (request.url === '/throws.js') response.setHeader('content-type', 'text/javascript')
      else response.setHeader('content-type', 'text/html')
      response.end(request.url === '/throws.js' ? "throw new Error('thrown')" : BAD_PAGE)
    })
    await new Promise<void>((resolved) => server.listen(0, '127.0.0.1', resolved))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  afterAll(async () => {
    await browser.close()
    server.close()
  })

  it('sees script errors, breaches of the policy, and requests that leave the machine', async () => {
    const visitor = await browser.visitor(WIDE)
    const page = await visitor.page()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    expect(visitor.troubles.some((trouble) => trouble.includes('thrown'))).toBe(true)
    expect(visitor.troubles.some((trouble) => trouble.startsWith('policy:'))).toBe(true)
    expect(visitor.troubles).toContain('left the machine: http://192.0.2.1/pixel.png')
    expect(await page.title()).toBe('')
    await visitor.close()
  })

  it('sees what a screen reader cannot', async () => {
    const visitor = await browser.visitor(WIDE)
    const page = await visitor.page()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const findings = await seriousFindings(page)
    expect(findings.some((finding) => finding.startsWith('image-alt'))).toBe(true)
    expect(findings.some((finding) => finding.startsWith('button-name'))).toBe(true)
    await visitor.close()
  })

  it('sees what came since it looked, and what changed, and looks at nothing twice', async () => {
    const visitor = await browser.visitor(WIDE)
    const page = await visitor.page()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const found = async (): Promise<string[]> =>
      (await newSeriousFindings(page)).map((finding) => finding.split(':')[0])
    expect(await found()).toEqual(
      await seriousFindings(page).then((all) => all.map((one) => one.split(':')[0])),
    )
    expect(await found()).toEqual([])
    await page.evaluate(`document.body.append(document.createElement('button'))`)
    expect(await found()).toEqual(['button-name'])
    await page.evaluate(`document.querySelector('img[alt]').removeAttribute('alt')`)
    expect(await found()).toEqual(['image-alt'])
    await visitor.close()
  })
})
