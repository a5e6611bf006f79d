/** Working through the list: actions on a conversation, and finding it again. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS } from '../support/world.ts'
import {
  assign,
  choose,
  clinicDay,
  conversations,
  expect,
  isLive,
  openConversation,
  pointAway,
  requestsTo,
  row,
  rows,
  test,
  toasts,
  told,
} from './fixtures.ts'

const LIST = '/api/inbox/conversations'

test('star, assign and mark unread appear on the colleague’s screen [INBOX-05] [INBOX-06] [STATE-26] [STATE-28] [STATE-30]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test', '/inbox?tab=mine')]
  for (const { page } of [lena, dana]) await isLive(page)
  const question = 'Who can look at my wrist?'
  await stranger().text(question)
  await openConversation(lena.page, question)

  await lena.page.getByRole('button', { name: 'Star conversation' }).click()
  await expect(row(lena.page, question)).toContainText('starred')
  await assign(lena.page, 'Dana Whitfield')
  await told(lena.page, 'Assigned to Dana Whitfield')
  await expect(row(dana.page, question)).toContainText('You')
  // A star is personal: Dana's row has none.
  await expect(row(dana.page, question)).not.toContainText('starred')
  await expect(row(dana.page, question)).not.toContainText('unread')

  await lena.page.getByRole('button', { name: 'Mark as unread' }).click()
  for (const { page } of [lena, dana]) await expect(row(page, question)).toContainText('1 unread')

  await lena.page.goto('/inbox?tab=starred')
  await expect(row(lena.page, question)).toContainText('1 unread')
  await openConversation(lena.page, question)
  await lena.page.getByRole('button', { name: 'Remove the star' }).click()
  // The change is shown before the server has confirmed it, and leaving the page would cancel it.
  await told(lena.page, 'Star removed')
  await lena.page.reload()
  await expect(rows(lena.page).first()).toBeVisible()
  await expect(row(lena.page, question)).toHaveCount(0)
})

test('closed conversation leaves every list, is found under its status, and is reopened by a text [INBOX-07] [STATE-21] [STATE-25] [OPEN-032]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patient = stranger()
  await patient.text('Can I come in on Monday?')
  const shown = [row(lena.page, 'come in on Monday'), row(dana.page, 'come in on Monday')] as const
  for (const one of shown) await expect(one).toBeVisible()
  await openConversation(lena.page, 'Can I come in on Monday?')

  await lena.page.getByRole('button', { name: 'Close with another status' }).click()
  await lena.page.getByRole('menuitem', { name: 'Pending' }).click()
  // The open conversation says why and stays; the colleague's row disappears.
  await expect(shown[0]).toContainText('Pending')
  await expect(shown[1]).toHaveCount(0)
  await expect(shown[0]).toHaveCount(1)
  await choose(dana.page, 'Status', 'Pending')
  await expect(shown[1]).toBeVisible()

  await lena.page.getByRole('button', { name: 'Reopen' }).click()
  await expect(shown[1]).toHaveCount(0)
  await lena.page.getByRole('button', { name: 'Close', exact: true }).click()
  await told(lena.page, 'Conversation closed')
  await choose(dana.page, 'Status', 'Resolved')
  await expect(shown[1]).toBeVisible()
  await expect(dana.page).toHaveURL(/status=resolved/)

  await choose(dana.page, 'Status', 'Open, unassigned')
  await expect(rows(dana.page).first()).toBeVisible()
  await expect(shown[1]).toHaveCount(0)
  await patient.text('Or on Tuesday, then?')
  await expect(row(dana.page, 'Or on Tuesday, then?')).toBeVisible()
  await openConversation(lena.page, 'Or on Tuesday, then?')
  await expect(lena.page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
})

test('status is in the address and in the call [INBOX-09] [INBOX-14] [STATE-15] [OPEN-010] [OPEN-029] [ROLE-08]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox?status=foo')
  const asked = requestsTo(page, LIST)
  await expect(page.getByRole('button', { name: 'Status: Open, unassigned' })).toBeVisible()
  await page.goto('/inbox')
  await expect(rows(page).first()).toBeVisible()
  expect(asked.at(-1)?.getAll('status')).toEqual(['open', 'unassigned'])
  expect(asked.at(-1)?.get('userId')).toBe('usr_lena')
  await page.goto('/inbox?status=resolved')
  await expect(page.getByRole('button', { name: 'Status: Resolved' })).toBeVisible()
  await expect.poll(() => asked.at(-1)?.getAll('status')).toEqual(['resolved'])
})

test('each tab reads its view from page 1 [INBOX-10] [INBOX-12] [INBOX-13] [OPEN-011] [STATE-13] [STATE-19] [STATE-20] [OPEN-031]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  const asked = requestsTo(page, LIST)
  const tabs = page.getByRole('tablist', { name: 'Conversation views' }).getByRole('tab')
  await expect(tabs).toHaveText([/^All$/, /^Scheduled$/, /^Unread/, /^Starred$/, /^Mine$/, /^Mentions/])
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toBeVisible()

  const choosing = async (tab: string, name: RegExp) => {
    const before = asked.length
    // A next-page request of the former tab may come in between.
    const first = () => asked.slice(before).find((query) => query.get('filter') === tab)
    await tabs.filter({ hasText: name }).click()
    await expect.poll(first).toBeDefined()
    const query = first()
    expect(query?.get('page')).toBe('1')
    expect(query?.get('limit')).toBe('10')
    return query
  }
  const days = [clinicDay()]
  const scheduled = await choosing('scheduled', /Scheduled/)
  // Midnight may have passed meanwhile.
  days.push(clinicDay())
  expect(days).toContain(scheduled?.get('date'))
  expect(scheduled?.get('appointmentStatus')).toBe('All')
  await expect(page).toHaveURL(/tab=scheduled/)

  for (const [tab, name, everyRow] of [
    ['unread', /Unread/, / unread/],
    ['starred', /Starred/, /starred/],
    ['mine', /Mine/, /· ?You/],
  ] as const) {
    await choosing(tab, name)
    await expect.poll(async () => matching(await rows(page).allTextContents(), everyRow)).toBe('some, and all of them')
  }
  const all = await choosing('all', /All/)
  expect([all?.get('date'), all?.get('appointmentStatus')]).toEqual([null, null])
  await page.goBack()
  await expect(tabs.filter({ hasText: 'Mine' })).toHaveAttribute('aria-selected', 'true')
})

function matching(texts: string[], pattern: RegExp): string {
  if (texts.length === 0) return 'none'
  return texts.find((text) => !pattern.test(text)) ?? 'some, and all of them'
}

test('search is sent when it is valid, and not at all when it is invalid [INBOX-15] [RULE-05] [RULE-06] [RULE-07] [RULE-08] [ERR-08] [OPEN-036] [OPEN-037]', async ({
  stranger,
  desk,
}) => {
  const patient = stranger()
  await patient.text('Digits alone lead to me')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await expect(row(page, 'Digits alone')).toBeVisible()
  const asked = requestsTo(page, LIST)
  const box = page.getByRole('searchbox', { name: 'Search conversations' })
  const search = async (typed: string) => {
    await box.fill(typed)
    await box.press('Enter')
  }

  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(patient.number) ?? []
  await search(`  (${area}) ${exchange}-${line} `)
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Digits alone')).toBeVisible()
  expect(asked.at(-1)?.get('search')).toBe(`${area}${exchange}${line}`)
  expect(asked.at(-1)?.get('page')).toBe('1')

  const [before, answered] = [asked.length, answeredReads(page)]
  for (const wrong of ['ann#', '123-456-7890', "o'hara"]) {
    let tries = 0
    // The notification stays while the pointer is over it. On a busy machine it may leave before, and the list tells of
    // the same text only once.
    await expect(async () => {
      await search(wrong + '#'.repeat(tries))
      tries += 1
      await expect(toasts(page).getByText('Error! wrong format', { exact: true }).first()).toBeVisible()
      const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' }).first()
      await dismiss.hover({ timeout: 3_000 })
      await dismiss.click({ timeout: 3_000 })
    }).toPass()
    await pointAway(page)
    await expect(toasts(page).getByText('Error! wrong format', { exact: true })).toHaveCount(0)
  }
  await expect(rows(page)).toHaveCount(1)
  // The next request belongs to the next search, so the invalid ones made none.
  await search('  rosalind carver ')
  await expect(row(page, 'Rosalind Carver').first()).toBeVisible()
  const searches = (some: URLSearchParams[]) => some.map((query) => query.get('search'))
  // A read that the busy API refuses is made again.
  expect([...new Set(searches(asked.slice(before)))]).toEqual(['rosalind carver'])
  await expect.poll(() => searches(answered)).toEqual(['rosalind carver'])

  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(row(page, 'Digits alone')).toBeVisible()
  expect(asked.at(-1)?.get('search') ?? '').toBe('')
})

/** Records which reads of the list are answered: one that the busy API refuses is made again. */
function answeredReads(page: Page): URLSearchParams[] {
  const answered: URLSearchParams[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname === LIST && response.ok()) answered.push(searchParams)
  })
  return answered
}

/** Turns the wheel over the list until the condition holds. */
async function scrollUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await conversations(page).hover({ position: { x: 150, y: 200 } })
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 1000)
        return isSo()
      },
      { intervals: [100] },
    )
    .toBe(true)
}

test('list grows ten by ten while scrolling, until there is no more [INBOX-18] [STATE-22] [STATE-23] [CONST-02]', async ({
  world,
  desk,
}) => {
  const numbers = Array.from({ length: 25 }, (_, index) => `+151255800${String(index).padStart(2, '0')}`)
  for (const number of numbers) await phone(world.url, number, CLINIC_NUMBERS.org_cedar).text(`From ${number}`)
  // Waits until the clinic has received each text; a text that arrives while scrolling would wait behind the pill.
  const member = await signIn(world.url, 'lena@demo.test')
  const query = { organizationId: 'org_cedar', status: ['all' as const], search: '51255800', limit: 100 }
  await expect.poll(async () => (await member.call('conversations', { query })).data.length).toBe(25)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const answered = answeredReads(page)
  // A part of the phone numbers of only these 25 conversations.
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('51255800')
  await page.keyboard.press('Enter')
  await expect(rows(page)).not.toHaveCount(0)
  await scrollUntil(page, () => page.getByText('That is everything').isVisible())
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '25')
  await page.mouse.wheel(0, -5000)
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  await scrollUntil(page, () => page.getByText('That is everything').isVisible())
  // The next request is the list without the search, so the end of the list requested nothing.
  await page.getByRole('button', { name: 'Clear the search' }).click()
  const searching = () => answered.slice(answered.findIndex((query) => query.has('search')))
  await expect.poll(() => searching().length).toBeGreaterThan(3)
  expect(
    searching()
      .slice(0, 4)
      .map((query) => [query.get('search'), query.get('page'), query.has('cursor')]),
  ).toEqual([
    ['51255800', '1', false],
    ['51255800', '2', true],
    ['51255800', '3', true],
    [null, '1', false],
  ])
})

test('page renders only a few rows, however many conversations are loaded [DESIGN-11]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox?status=all')
  await expect(rows(page)).not.toHaveCount(0)
  const loaded = async () => Number(await rows(page).last().getAttribute('aria-setsize'))
  await scrollUntil(page, async () => (await loaded()) >= 100)
  const places = await rows(page).evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))
  expect(places.length).toBeLessThan(60)
  expect(new Set(places).size, 'none twice').toBe(places.length)
  expect(Math.min(...places), 'scrolled away from the first').toBeGreaterThan(1)
})
