/** Compares the response headers of the two edges: that of `npm start` and nginx of the containers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../tests/support/services.ts'
import { createEdge } from './edge.ts'
import { contentSecurityPolicy } from './page-headers.ts'

const nginx = readFileSync('docker/nginx.conf', 'utf8')
let edge: Awaited<ReturnType<typeof serve>>
let webRoot: string
beforeAll(async () => {
  webRoot = mkdtempSync(path.join(tmpdir(), 'foyer-edge-'))
  mkdirSync(path.join(webRoot, 'assets'))
  writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html>')
  writeFileSync(path.join(webRoot, 'assets', 'main.js'), '')
  edge = await serve(createEdge({ members: [], webRoot, isStopping: () => false }))
})
afterAll(async () => {
  await edge.close()
  rmSync(webRoot, { recursive: true, force: true })
})

/** Headers of the file and the connection, which guard nothing. */
const OF_THE_ANSWER =
  /^(accept-ranges|cache-control|connection|content-length|content-type|date|etag|keep-alive|last-modified|vary)$/

async function toldBy(page: string): Promise<Record<string, string>> {
  const { headers } = await fetch(edge.url + page)
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_ANSWER.test(name)))
}

/** The headers that a block of nginx adds to every answer, errors too. */
function toldByNginx(location: string): Record<string, string> {
  const [, block = ''] = new RegExp(`location ${location} \\{([^}]*)\\}`).exec(nginx) ?? []
  const added = [...block.matchAll(/add_header ([\w-]+) (?:"([^"]*)"|(\S+)) always;/g)]
  return Object.fromEntries(added.map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']))
}

test.each([
  ['/', '/'],
  ['/inbox', '/'],
  ['/assets/main.js', '/assets/'],
  ['/assets/none.js', '/assets/'],
])('%s has the same security headers from either edge [SEC-10]', async (page, location) => {
  const told = await toldBy(page)
  expect(told).toEqual(toldByNginx(location))
  expect(told).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const policy = told['content-security-policy']
  for (const words of [
    "default-src 'self'",
    "script-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(words)
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})

test('nginx adds all headers in each block that serves files or adds a header [SEC-10]', () => {
  const blocks = [...nginx.matchAll(/location [^{]+\{[^}]*\}/g)].map(([block]) => block)
  const adding = blocks.filter((block) => /\b(add_header|try_files|root|alias|index)\b/.test(block))
  expect(adding).toHaveLength(2)
  for (const block of adding) expect(block.match(/ always;/g)).toHaveLength(12)
})

test('pages frame the one origin that is named, and none otherwise', () => {
  expect(contentSecurityPolicy(undefined, 'https://bi.example').frameSrc).toEqual(['https://bi.example'])
  expect(contentSecurityPolicy().frameSrc).toEqual(["'none'"])
  const dockerfile = readFileSync('docker/edge.Dockerfile', 'utf8')
  expect(dockerfile).toContain(`s#frame-src 'none'#frame-src $BI_ORIGIN#g`)
})

test.each(['/f/', '/s/', '/u/', '/v/'])(
  'nginx leads %s to the API and logs the template of its paths [SEC-11]',
  (below) => {
    expect(nginx).toMatch(new RegExp(`location ${below} \\{ (client_max_body_size 64k; )?proxy_pass http://api; \\}`))
    const [, templates = ''] = /map \$uri \$uri_template \{([^}]*)\}/.exec(nginx) ?? []
    expect(templates).toMatch(new RegExp(`~\\^${below} ${below}:(code|formId|token);`))
    const [, format = ''] = /log_format \w+ ([^;]+);/.exec(nginx) ?? []
    expect(format).not.toMatch(/\$uri(?!_template)\b/)
  },
)

test('nginx logs no query [SEC-11]', () => {
  const [, format = ''] = /log_format \w+ ([^;]+);/.exec(nginx) ?? []
  expect(format).toContain('$uri')
  expect(format).not.toMatch(
    /\$(request|request_uri|args|query_string|arg_\w+|http_referer|http_\w+|cookie_\w+)\b(?!_)/,
  )
  // nginx quotes the whole line of a failed request; below `emerg` it logs nothing.
  const [, ofRequests = ''] = /http \{([\s\S]*)\}/.exec(nginx) ?? []
  expect([...ofRequests.matchAll(/error_log [^;]+;/g)].map(([line]) => line)).toEqual(['error_log /dev/stderr emerg;'])
})
