/** Opens the path of every screen, signed in and signed out. */
import { expect, isLive, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const PATHS = [
  ...['/inbox', '/patients', '/appointments', '/appointments/due-dates', '/campaigns', '/campaigns/new', '/templates'],
  ...['/notifications', '/automations', '/automations/new', '/chatbot', '/doctors', '/doctors/preview', '/reviews'],
  ...['online-reviews', 'self-service-requests', 'patient-communication', 'reminders', 'score-card'].map(
    (board) => `/dashboards/${board}`,
  ),
  ...['doctor-pictures', 'providers', 'demographics', 'insurance-providers', 'referrals', 'referral-documents'].map(
    (kind) => `/uploads/${kind}`,
  ),
  ...['/fax', '/exports', '/live'],
]

test('every path shows its screen with a heading and a title, and asks no other origin [OPEN-014] [DESIGN-02] [ROLE-01]', async ({
  desk,
}) => {
  const { page } = await desk('ana@demo.test', '/inbox')
  await isLive(page)
  const origin = new URL(page.url()).origin
  const others: string[] = []
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url())
    if (protocol.startsWith('http') && to !== origin) others.push(request.url())
  })
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText('This page is not on the shelf')
    await expect(page, path).toHaveTitle(/\S/)
    await expect.soft(await violationsOf(page), path).toEqual([])
  }
  expect(others).toEqual([])
})

test('every path leads to the sign-in page and keeps its address when nobody is signed in [OPEN-006] [OPEN-014]', async ({
  visitor,
  allowConsole,
}) => {
  // The browser logs that nobody is signed in.
  allowConsole(/401/)
  const { page } = await visitor('/sign-in')
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page, path).toHaveURL(
      (url) => url.pathname === '/sign-in' && url.searchParams.get('returnTo') === path,
    )
  }
})
