import { afterAll, beforeAll, expect, test } from 'vitest'
import { CEDAR, type Clinics, LAKESIDE, openClinics } from '../../../../../tests/calls/clinics.ts'

const PATH = '/api/main/sitemap/generate-organization-sitemap'

let clinics: Clinics
beforeAll(async () => {
  clinics = await openClinics()
  const sites = (id: string, all: readonly string[]) =>
    clinics.store.query('update organizations set chat_sites = $2 where id = $1', [id, all])
  await sites(CEDAR.id, ['https://cedar.example'])
  await sites(LAKESIDE.id, [])
})
afterAll(() => clinics.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(clinics.url + path, { headers })

test('a sitemap has the absolute addresses of the public pages, and needs no session [CALL-MAIN-16] [OPEN-078]', async () => {
  const answer = await get(`${PATH}/${CEDAR.id}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const xml = await answer.text()
  expect(xml).toContain(`<loc>${clinics.parts.config.publicUrl}/chat/${CEDAR.id}</loc>`)
  expect(xml).toMatch(/^<\?xml .*<urlset .*<\/urlset>\s*$/s)
  for (const [, at = ''] of xml.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    expect(at.startsWith(`${clinics.parts.config.publicUrl}/`), at).toBe(true)
    expect((await get(at.slice(clinics.parts.config.publicUrl.length))).status, at).toBe(200)
  }
})

test('a sitemap that is known already is 304', async () => {
  const etag = (await get(`${PATH}/${CEDAR.id}`)).headers.get('etag') ?? ''
  const again = await get(`${PATH}/${CEDAR.id}`, { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    ...[304, '', 'public, max-age=600'],
  ])
})

test('an organization without public pages and an unknown one have the same 404', async () => {
  const bodies = await Promise.all(
    [LAKESIDE.id, 'org_absent', 'x'.repeat(200), '%00'].map(async (id) => {
      const answer = await get(`${PATH}/${id}`)
      const { requestId: _, ...body } = (await answer.json()) as { requestId: string }
      return { status: answer.status, ...body }
    }),
  )
  for (const body of bodies) expect(body).toMatchObject({ status: 404, reason: 'not_found', message: 'Not found.' })
})

test('robots.txt allows the public pages and the sitemaps of organizations that publish, and nothing else', async () => {
  const answer = await get('/robots.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = (await answer.text()).trim().split('\n')
  expect(lines).toEqual([
    'User-agent: *',
    `Allow: ${PATH}/${CEDAR.id}$`,
    `Allow: /chat/${CEDAR.id}$`,
    'Disallow: /',
    `Sitemap: ${clinics.parts.config.publicUrl}${PATH}/${CEDAR.id}`,
  ])
})

test('a sitemap takes GET alone', async () => {
  const answer = await fetch(`${clinics.url}${PATH}/${CEDAR.id}`, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
