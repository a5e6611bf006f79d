/** Short links: the call that makes them, the address that leads on, and a patient's own. */
import express from 'express'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../../../../tests/support/plain-http.ts'
import { serve } from '../../../../../tests/support/services.ts'
import { until } from '../../../../../tests/support/until.ts'
import { createLog, requestLog } from '../../http/log.ts'
import { problemHandler } from '../../http/problem.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { linkPage, linkRetention } from './link-page.ts'
import { personalLinks } from './outreach.ts'

let clinic: Clinic
const logged: string[] = []
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  clinic = await openClinic({ PUBLIC_URL: 'https://foyer.example', SHORT_LINK_URL: 'https://go.example/s' })
  const app = express()
  const log = createLog('info', { write: (line) => void logged.push(line) })
  app.use(requestLog({ ...clinic.parts, log, metrics: new Registry() }))
  app.use(securityHeaders(clinic.parts.config.publicUrl))
  app.use(linkPage({ ...clinic.parts, log }))
  app.use(problemHandler(clinic.parts))
  server = await serve(app)
})
afterAll(async () => {
  await server.close()
  await clinic.close()
})
beforeEach(async () => {
  for (const table of ['campaign_marks', 'link_hits', 'short_links', 'link_misses', 'organization_settings'])
    await clinic.store.query(`delete from ${table}`)
})

const BOOK = 'https://cedar.test/book?from=text&clinic=1#times'
const DAY_MS = 24 * 60 * 60_000

async function shorten(body: unknown, { user = 'lena', organizationId = 'o1' } = {}) {
  const { status, text } = await ask(`${clinic.url}/api/main/link-shortener`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json', organizationid: organizationId },
    body: JSON.stringify(body),
  })
  return { status, body: JSON.parse(text) }
}
const codeOf = async (url: string, as?: { user: string; organizationId: string }) =>
  ((await shorten({ url }, as)).body.data.shortUrl as string).split('/').at(-1) ?? ''
const open = (code: string, method = 'GET', query = '') =>
  fetch(`${server.url}/s/${code}${query}`, { method, redirect: 'manual' })
const personal = async (patientId = 'p1', urls = [BOOK]) => {
  const about = { organizationId: 'o1', campaignId: 'c1', patientId, urls, now: clinic.parts.clock.now() }
  return clinic.parts.database.write('o1', (tx) => personalLinks(tx, about))
}
const marks = () => clinic.store.query('select campaign_id, patient_id, event, source from campaign_marks')
const hits = () => clinic.store.query('select organization_id, code from link_hits')

describe('the shortener', () => {
  test('gives the same link for the same address of one organization [CALL-MISC-03] [OPEN-053]', async () => {
    const { status, body } = await shorten({ url: BOOK })
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 'ok',
      data: { shortUrl: expect.stringMatching(/^https:\/\/go\.example\/s\/\w{10}$/) },
    })
    expect((await shorten({ url: BOOK })).body).toEqual(body)
    expect(await codeOf(BOOK, { user: 'omar', organizationId: 'o2' })).not.toBe(await codeOf(BOOK))
    expect(await codeOf(`${BOOK}2`)).not.toBe(await codeOf(BOOK))
  })

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'cedar.test/book'],
    ['a user part', 'https://cedar.test@evil.test/'],
    ['a password', 'https://user:word@cedar.test/'],
    ['an IP address', 'http://192.0.2.7/'],
    ['an IP address as a number', 'http://3221225991/'],
    ['an IPv6 address', 'http://[::1]/'],
    ['a private host', 'http://printer.local/'],
    ['a host without a domain', 'http://localhost:4000/'],
    ['its own host', 'https://foyer.example/api/auth/logout'],
    ['a short link', 'https://go.example/s/0123456789'],
    ['a placeholder', 'https://cedar.test/{{firstName}}'],
    ['an address of 2,049 characters', `https://cedar.test/${'x'.repeat(2030)}`],
  ])('refuses %s', async (_what, url) => {
    const { status, body } = await shorten({ url })
    expect([status, body.reason]).toEqual([400, 'not_valid'])
  })

  test('refuses an absent address, another key and an organization that is not the caller’s', async () => {
    expect((await shorten({})).status).toBe(400)
    expect((await shorten({ url: BOOK, campaignId: 'c1' })).status).toBe(400)
    expect((await shorten({ url: BOOK }, { user: 'lena', organizationId: 'o2' })).status).toBe(403)
    expect(await clinic.store.query('select 1 from short_links')).toEqual([])
  })

  test('leads to the hosts of the setting alone where there are any', async () => {
    await clinic.store.query(
      `insert into organization_settings (organization_id, name, value, version)
       select 'o1', 'outreach', $1, 1`,
      [
        JSON.stringify({
          ...{ segmentsPerSecond: 1, pricePerSegment: 8300, currency: 'USD', bookingUrl: '', failurePercent: 20 },
          ...{ linkHosts: ['cedar.test'], dailyShare: 80, postalAddress: '' },
        }),
      ],
    )
    expect((await shorten({ url: 'https://portal.cedar.test/' })).status).toBe(200)
    const { status, body } = await shorten({ url: 'https://cedar.test.evil.test/' })
    expect([status, body.issues]).toEqual([400, [{ path: 'url', message: 'Links may lead to cedar.test only.' }]])
  })
})

describe('the address of a link', () => {
  test('leads to the stored address, and tells no one where it was opened', async () => {
    const answer = await open(await codeOf(BOOK))
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, BOOK, ''])
    expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  })

  test('leads to the stored address whatever the request says', async () => {
    const code = await codeOf(BOOK)
    for (const query of ['?url=https://evil.test', '?next=//evil.test', '?%0d%0alocation:%20https://evil.test'])
      expect((await open(code, 'GET', query)).headers.get('location')).toBe(BOOK)
    for (const path of ['//evil.test', `${code}//evil.test`, '%2f%2fevil.test', 'https:%2f%2fevil.test'])
      expect((await open(path)).headers.get('location')).toBeNull()
  })

  test('looks the same for an unknown, an expired, a withdrawn and a forged code', async () => {
    const [expired, withdrawn] = [await codeOf(BOOK), await codeOf(`${BOOK}2`)]
    await clinic.store.query(`update short_links set expires_at = '2026-11-19T14:00:00Z' where code = $1`, [expired])
    await clinic.store.query('delete from short_links where code = $1', [withdrawn])
    const pages = []
    for (const code of ['0000000000', expired, withdrawn, 'x', '%E0%A4%A', `${expired}0`, 'a-b-c-d-e-', "1'or'1'='1"]) {
      const answer = await open(code)
      expect(answer.status).toBe(404)
      pages.push(await answer.text())
    }
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('This link does not work')
  })

  test('is refused after twenty misses in a minute, while links that exist still lead on', async () => {
    const code = await codeOf(BOOK)
    for (let nth = 0; nth < 20; nth += 1) expect((await open('0000000000')).status).toBe(404)
    const refused = await open('0000000000')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await open(code)).status).toBe(302)
    clinic.pass(60_000)
    expect((await open('0000000000')).status).toBe(404)
  })

  test('is in the log as a template, whether it leads on or not', async () => {
    const code = await codeOf(BOOK)
    logged.splice(0)
    await open(code)
    await open('0000000000')
    await until(() => logged.length === 2 || undefined)
    expect(logged.map((line) => JSON.parse(line)).map(({ path, status }) => [path, status])).toEqual([
      ...[
        ['/s/:code', 302],
        ['/s/:code', 404],
      ],
    ])
    expect(logged.join()).not.toMatch(new RegExp(`${code}|0000000000|cedar`))
  })

  test('lives 365 days since it was last asked for when it is shared', async () => {
    const code = await codeOf(BOOK)
    clinic.pass(364 * DAY_MS)
    expect(await codeOf(BOOK)).toBe(code)
    clinic.pass(364 * DAY_MS)
    expect((await open(code)).status).toBe(302)
    clinic.pass(2 * DAY_MS)
    expect((await open(code)).status).toBe(404)
    await linkRetention(clinic.parts)
    expect(await clinic.store.query('select 1 from short_links')).toEqual([])
  })
})

describe('a patient’s own links', () => {
  test('are one to each address of a campaign, and the same when they are asked for again', async () => {
    const codes = await personal('p1', [BOOK, 'https://cedar.test/', BOOK])
    expect([...codes.keys()].sort()).toEqual(['https://cedar.test/', BOOK].sort())
    expect(await personal('p1', ['https://cedar.test/', BOOK])).toEqual(new Map([...codes].sort().reverse()))
    expect((await personal('p2')).get(BOOK)).not.toBe(codes.get(BOOK))
    expect(await codeOf(BOOK)).not.toBe(codes.get(BOOK))
    expect(await personal('p1', [])).toEqual(new Map())
  })

  test('record each opening, and once that the patient clicked', async () => {
    const code = (await personal()).get(BOOK) ?? ''
    expect((await open(code, 'HEAD')).status).toBe(302)
    expect([await hits(), await marks()]).toEqual([[], []])
    expect((await open(code)).headers.get('location')).toBe(BOOK)
    expect((await open(code)).status).toBe(302)
    expect(await hits()).toEqual(Array(2).fill({ organization_id: 'o1', code }))
    expect(await marks()).toEqual([{ campaign_id: 'c1', patient_id: 'p1', event: 'clicked', source: 'link' }])
  })

  test('lead on when the click can’t be saved, and the log says why', async () => {
    const code = (await personal()).get(BOOK) ?? ''
    logged.splice(0)
    await clinic.store.query('alter table link_hits rename to link_hits_gone')
    try {
      expect((await open(code)).headers.get('location')).toBe(BOOK)
    } finally {
      await clinic.store.query('alter table link_hits_gone rename to link_hits')
    }
    const failure = logged.map((line) => JSON.parse(line)).find(({ msg }) => msg.includes('was not saved'))
    expect(failure).toMatchObject({ organizationId: 'o1', err: { code: '42P01' } })
  })

  test('live 90 days', async () => {
    const code = (await personal()).get(BOOK) ?? ''
    clinic.pass(89 * DAY_MS)
    expect((await open(code)).status).toBe(302)
    clinic.pass(2 * DAY_MS)
    expect((await open(code)).status).toBe(404)
  })

  test('do not exist when their transaction fails', async () => {
    const about = { organizationId: 'o1', campaignId: 'c1', patientId: 'p1', urls: [BOOK] }
    const failing = clinic.parts.database.write('o1', async (tx) => {
      await personalLinks(tx, { ...about, now: clinic.parts.clock.now() })
      throw new Error('died')
    })
    await expect(failing).rejects.toThrow('died')
    expect(await clinic.store.query('select 1 from short_links')).toEqual([])
  })
})

describe('linkRetention', () => {
  test('deletes ended links and misses in chunks when there are more than one statement may delete', async () => {
    const { store, parts } = clinic
    await store.query(`
      create table deleted_at_once (tab text, deleted int);
      create function note_deleted() returns trigger language plpgsql security definer as $$ begin
        insert into deleted_at_once select tg_table_name, count(*) from gone;
        return null;
      end $$;
      create trigger noted after delete on short_links referencing old table as gone
        for each statement execute function note_deleted();
      create trigger noted after delete on link_misses referencing old table as gone
        for each statement execute function note_deleted()`)
    await store.query(
      `
      with ended as (select lpad(nth::text, 10, '0') as code, now.at from generate_series(1, 2001) as nth, (select $1::timestamptz as at) as now),
        missed as (insert into link_misses (key, misses, until) select code, 1, at - interval '1 s' from ended)
      insert into short_links (organization_id, code, url, campaign_id, patient_id, created_at, expires_at)
      select 'o1', code, 'https://cedar.test/', 'c1', code, at, at - interval '1 s' from ended`,
      [parts.clock.now()],
    )
    const kept = await codeOf(BOOK)
    try {
      await linkRetention(parts)
      expect(await store.query('select tab, deleted from deleted_at_once order by tab, deleted')).toEqual([
        ...[
          { tab: 'link_misses', deleted: 1 },
          { tab: 'link_misses', deleted: 2000 },
        ],
        ...[
          { tab: 'short_links', deleted: 1 },
          { tab: 'short_links', deleted: 2000 },
        ],
      ])
      expect(await store.query('select code from short_links')).toEqual([{ code: kept }])
    } finally {
      await store.query('drop function note_deleted cascade; drop table deleted_at_once')
    }
  })
})
