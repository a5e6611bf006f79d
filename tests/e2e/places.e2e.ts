/** Opens the path of every screen: signed in at three widths and in both themes, and signed out. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { expect, isLive, nothingSticksOut, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const ORGANIZATION = 'org_cedar'
const INDEX = new URL('../../docs/requirements.tsv', import.meta.url)

/** A path, its heading, and its title where the heading says more. */
type Place = readonly [path: string, heading: string, title?: string]

/** No neighbours have the same heading, so that it tells when the next screen is there. */
const PLACES: readonly Place[] = [
  ['/', 'Inbox'],
  ['/patients', 'Patients'],
  ['/inbox', 'Inbox'],
  ['/appointments', 'Appointments'],
  ['/appointments/due-dates', 'Due dates'],
  ['/campaigns', 'Campaigns'],
  ['/campaigns/new', 'New campaign'],
  ['/templates', 'Templates'],
  ['/notifications', 'Send a notification'],
  ['/automations', 'Automations'],
  ['/automations/new', 'New automation'],
  ['/chatbot', 'Chatbots'],
  ['/doctors', 'Doctors'],
  ['/doctors/preview', 'Doctor preview'],
  ['/reviews', 'Reviews'],
  ['/uploads/doctor-pictures', 'Uploads'],
  ['/dashboards/online-reviews', 'Online reviews', 'Dashboard'],
  ['/uploads/providers', 'Uploads'],
  ['/dashboards/self-service-requests', 'Self-service requests', 'Dashboard'],
  ['/uploads/demographics', 'Uploads'],
  ['/dashboards/patient-communication', 'Patient communication', 'Dashboard'],
  ['/uploads/insurance-providers', 'Uploads'],
  ['/dashboards/reminders', 'Reminders', 'Dashboard'],
  ['/uploads/referrals', 'Uploads'],
  ['/dashboards/score-card', 'Score card appointments', 'Dashboard'],
  ['/uploads/referral-documents', 'Uploads'],
  ['/fax', 'Fax'],
  ['/exports', 'Exports'],
  ['/live', 'Wallboard'],
]

/** The paths with an id, of records of the demo. */
async function placesWithId(url: string): Promise<Place[]> {
  const ana = await signIn(url, 'ana@demo.test')
  const about = { query: { organizationId: ORGANIZATION } }
  const [{ data: campaigns }, { data: dashboards }] = await Promise.all([
    ana.call('campaigns', about),
    ana.call('biDashboards', about),
  ])
  const campaign = campaigns.find(({ status }) => status !== 'draft')
  const [dashboard] = dashboards
  if (!campaign || !dashboard) throw new Error('The demo has no campaign or no BI dashboard.')
  return [
    [`/campaigns/${campaign._id}`, campaign.name, 'Campaign'],
    [`/dashboards/bi/${dashboard._id}`, dashboard.title, 'BI dashboard'],
  ]
}

/** `/dashboards/{a,b}` of the index stands for two paths. */
function pathsOfIndex(): string[] {
  const row = readFileSync(INDEX, 'utf8')
    .split('\n')
    .find((one) => one.startsWith('OPEN-014\t'))
  const [, listed = ''] = /proposed: (\/.*)\.$/.exec(row?.split('\t')[3] ?? '') ?? []
  return (listed.match(/\/[^\s,{]*(?:\{[^}]*\})?/g) ?? []).flatMap((one) => {
    const [, before = one, within] = /^(.*)\{(.*)\}$/.exec(one) ?? []
    return (within?.split(',') ?? ['']).map((last) => before + last)
  })
}

test('the places below are those of the index [OPEN-014]', async ({ world }) => {
  const opened = [...PLACES, ...(await placesWithId(world.url))].map(([path]) =>
    path.replace(/^(\/campaigns\/|\/dashboards\/bi\/)(?!new$)[^/]+$/, '$1:id'),
  )
  expect(opened.toSorted()).toEqual(pathsOfIndex().toSorted())
})

test('every path shows its screen by its name in both themes, and asks no other origin [OPEN-014] [DESIGN-02] [ROLE-01]', async ({
  desk,
  world,
}) => {
  const { page } = await desk('ana@demo.test', '/inbox')
  await isLive(page)
  const others = requestsToOthers(page)
  for (const place of [...PLACES, ...(await placesWithId(world.url))]) {
    await page.goto(place[0])
    await isNamed(page, place)
    await expect.soft(await violationsOf(page), place[0]).toEqual([])
    await inBothThemes(page, place)
  }
  expect(others).toEqual([])
})

for (const width of [820, 390])
  test(`every path is led to inside the app and fits ${width} px in both themes [OPEN-014]`, async ({
    desk,
    world,
  }) => {
    test.setTimeout(600_000)
    const { page } = await desk('ana@demo.test', '/doctors', { viewport: { width, height: 900 } })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Doctors'])
    for (const place of [...PLACES, ...(await placesWithId(world.url))]) {
      await page.evaluate((path) => {
        window.history.pushState(null, '', path)
        window.dispatchEvent(new PopStateEvent('popstate'))
      }, place[0])
      await inBothThemes(page, place)
    }
  })

async function inBothThemes(page: Page, place: Place): Promise<void> {
  // The next screen begins in the first theme.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html'), place[0]).toHaveAttribute('data-theme', colorScheme)
    await isNamed(page, place)
    await nothingSticksOut(page)
  }
}

/** The heading, the title after a count of unread conversations, and nothing that still loads or could not be loaded. */
async function isNamed(page: Page, [path, heading, title = heading]: Place): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText([heading])
  await expect(page, path).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${title}$`))
  await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' }), path).toHaveCount(0)
}

/** Records what the page asks of other origins than its own. */
function requestsToOthers(page: Page): string[] {
  const { origin } = new URL(page.url())
  const others: string[] = []
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url())
    if (protocol.startsWith('http') && to !== origin) others.push(request.url())
  })
  return others
}

test('every path leads to the sign-in page and keeps its address when nobody is signed in [OPEN-006] [OPEN-014]', async ({
  visitor,
  world,
  allowConsole,
}) => {
  // The browser logs that nobody is signed in.
  allowConsole(/401/)
  const { page } = await visitor('/sign-in')
  for (const [path] of [...PLACES, ...(await placesWithId(world.url))]) {
    await page.goto(path)
    const asked = path === '/' ? '/inbox' : path
    await expect(page, path).toHaveURL(
      (url) => url.pathname === '/sign-in' && url.searchParams.get('returnTo') === asked,
    )
  }
})
