/** The page behind the link of a reminder by e-mail. */
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../../../../../../tests/support/services.ts'
import { problemHandler } from '../../../http/problem.ts'
import { securityHeaders } from '../../../http/security-headers.ts'
import { cadence, DAY_AFTER_NEXT, openReminders, type Reminders, step } from './reminders.suite.ts'
import { linkRetention, visitPage } from './visit-page.ts'

let clinic: Reminders
let server: Awaited<ReturnType<typeof serve>>
let link: string
beforeAll(async () => {
  clinic = await openReminders({
    ...{ EMAIL_BASE_URL: 'http://127.0.0.1:9/email', EMAIL_API_KEY: 'SG.test', EMAIL_FROM: 'hello@cedar.test' },
  })
  const app = express()
  app.use(securityHeaders(clinic.parts.config.publicUrl))
  app.use(visitPage(clinic.parts))
  app.use(problemHandler(clinic.parts))
  server = await serve(app)
  await clinic.set({ reminders: cadence(step('2d', { channel: 'email' })) })
  await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
  await clinic.store.query(`update organizations set name = '<b>Cedar</b>' where id = 'o1'`)
})
afterAll(async () => {
  await server.close()
  await clinic.close()
})
beforeEach(async () => {
  for (const table of ['reminders', 'visit_links', 'mails', 'visit_page_asks', 'appointment_history', 'appointments'])
    await clinic.store.query(`delete from ${table}`)
  await clinic.due('a1', `${DAY_AFTER_NEXT}T18:00:00Z`)
  await clinic.work()
  const [mail] = await clinic.mails()
  link = /\/v\/([\w-]+)$/.exec(mail?.content ?? '')?.[1] ?? ''
})

const open = (token = link) => fetch(`${server.url}/v/${token}`)
const answer = (words: string, token = link) =>
  fetch(`${server.url}/v/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `answer=${words}`,
  })
const textOf = async (page: Response) => (await page.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the page', () => {
  test('shows clinic, day and time with two buttons, and changes nothing', async () => {
    const before = (await clinic.events()).length
    const page = await open()
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Your visit at &#60;b&#62;Cedar&#60;/b&#62;')
    expect(html).toContain('Saturday, Nov 21 at 12:00 PM.')
    expect(html.match(/<button/g)).toHaveLength(2)
    expect(html).not.toMatch(/Rosalind|Okafor|Northgate|<script|style=/)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
    expect([(await clinic.events()).length, (await clinic.row('a1')).status]).toEqual([before, 'scheduled'])
  })

  test('confirms by its button, as the patient', async () => {
    const page = await answer('confirm')
    expect([page.status, await textOf(page)]).toEqual([200, expect.stringContaining('Your visit is confirmed')])
    expect(await clinic.read('a1')).toMatchObject({ appointmentStatus: 'confirmed', confirmedBy: 'patient' })
    expect((await clinic.events()).findLast(({ type }) => type === 'appointment.changed')?.data).toMatchObject({
      ...{ _id: 'a1', confirmed: true },
    })
    // Pressing it again changes nothing.
    const before = (await clinic.events()).length
    expect((await answer('confirm')).status).toBe(200)
    expect((await clinic.events()).length).toBe(before)
    expect(await textOf(await open())).toContain('You have confirmed.')
  })

  test('asks for another time by its other button', async () => {
    expect((await answer('reschedule')).status).toBe(200)
    expect(await clinic.read('a1')).toMatchObject({ appointmentStatus: 'scheduled', reschedule: { state: 'asked' } })
    expect(await textOf(await open())).toContain('You asked for another time.')
  })

  test('takes no other answer', async () => {
    expect((await answer('cancel')).status).toBe(400)
    expect(await clinic.read('a1')).toMatchObject({ appointmentStatus: 'scheduled', reschedule: null })
  })

  test.each([
    ['an unknown link', async () => 'x'.repeat(22)],
    [
      'a link whose visit has begun',
      async () => {
        await clinic.store.query(`update visit_links set expires_at = '2026-11-19T14:00:00Z'`)
        return link
      },
    ],
    [
      'a link whose visit was moved',
      async () => {
        await clinic.store.query(`update appointments set starts_at = starts_at + interval '1 day'`)
        return link
      },
    ],
    [
      'a link whose visit was cancelled',
      async () => {
        await clinic.store.query(`update appointments set status = 'cancelled'`)
        return link
      },
    ],
  ])('looks the same for %s', async (_what, token) => {
    const unknown = await open('y'.repeat(22))
    const given = await token()
    const [shown, answered] = [await open(given), await answer('confirm', given)]
    expect([shown.status, answered.status]).toEqual([404, 404])
    expect([await shown.text(), await answered.text()]).toEqual(Array(2).fill(await unknown.text()))
  })

  test('stores a hash of the token alone', async () => {
    const rows = await clinic.store.query('select * from visit_links')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(link)
    expect(Buffer.from(link, 'base64url')).toHaveLength(16)
  })

  test('is refused to an address that opens it more than twenty times in a minute', async () => {
    for (let nth = 0; nth < 20; nth += 1) expect((await open()).status).toBe(200)
    const page = await answer('confirm')
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await clinic.read('a1')).appointmentStatus).toBe('scheduled')
    clinic.pass(60_000)
    expect((await open()).status).toBe(200)
  })

  test('has its style from the same origin', async () => {
    const css = await fetch(`${server.url}/v/page.css`)
    expect([css.status, css.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')])
  })
})

test('retention deletes links whose visits have begun', async () => {
  await clinic.store.query(`update visit_links set expires_at = '2026-11-19T14:00:00Z'`)
  await linkRetention(clinic.parts)
  expect(await clinic.store.query('select 1 from visit_links')).toEqual([])
})
