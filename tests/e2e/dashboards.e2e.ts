/** Dashboards: from the overview to a bar, its rows, a conversation and back, a file, and three widths. */
import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, pressGo, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const CARDS = [
  ...['Patient communication', 'Online reviews', 'Campaigns', 'Self-service requests', 'Reminders'],
  'Score card, appointments',
]
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Rows behind this number' })

async function cardsAreThere(page: Page): Promise<void> {
  for (const name of CARDS) {
    const card = page.getByRole('region', { name, exact: true })
    await expect(card.locator('[data-figure]').or(card.getByText('Nothing is counted')).first()).toBeVisible()
  }
}

test('a supervisor goes from a bar to its rows, to a conversation and back, and saves a PDF [DASH-04] [OPEN-083]', async ({
  desk,
}) => {
  const { page } = await desk('sam@demo.test', '/patients')
  await isLive(page)
  await pressGo(page, 'd')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Sam$/)
  await cardsAreThere(page)
  expect(await violationsOf(page)).toEqual([])

  const asked = page.waitForRequest('**/dashboard/patient-communication')
  await page.getByRole('link', { name: /^Open report ?: Patient communication$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Patient communication' })).toBeFocused()
  await page.reload()
  expect(Object.keys((await asked).postDataJSON()).sort()).toEqual(['endDate', 'organizationId', 'startDate'])
  const figure = page.getByRole('figure', { name: 'Messages per day' })
  const chart = figure.getByRole('application')
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(figure.getByRole('status')).toHaveText(/: [\d,]+ received/)
  const said = await figure.getByRole('status').textContent()
  const count = Number(/: ([\d,]+) received/.exec(said ?? '')?.[1]?.replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await page.keyboard.press('Enter')

  const status = drawer(page).getByRole('status').first()
  const more = drawer(page).getByRole('button', { name: 'Load more' })
  await expect(status).toContainText(` of ${count.toLocaleString('en-US')}, as of #`)
  while (await more.isVisible()) {
    const before = await status.textContent()
    await more.click()
    await expect(status).not.toHaveText(before ?? '')
  }
  await expect(status).toContainText(`${count.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`)
  await drawer(page).getByRole('button', { name: 'Count again' }).click()
  await expect(drawer(page).getByText('the number is right')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const row = drawer(page).getByRole('list', { name: 'Rows' }).getByRole('link').first()
  await row.click()
  await expect(page).toHaveURL(/\/inbox\?.*conversation=/)
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await page.goBack()
  await expect(status).toContainText(' of ')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^foyer-patient-communication-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
  expect((await stat(await file.path())).size).toBeGreaterThan(1_000)
})

test('each dashboard reads its figures, and its range is in the address [DASH-02] [DASH-03] [DASH-05] [DASH-06]', async ({
  desk,
}) => {
  const { page } = await desk('sam@demo.test', '/dashboards/online-reviews?range=last-7')
  for (const [board, path] of [
    ['online-reviews', 'online-reviews-count'],
    ['self-service-requests', 'self-service-requests-count'],
    ['reminders', 'reminder-count'],
    ['score-card', 'score-card-appointments'],
  ]) {
    const asked = page.waitForRequest(`**/dashboard/${path}*`)
    await page.goto(`/dashboards/${board}?range=last-7`)
    const request = await asked
    const given = request.postDataJSON() ?? Object.fromEntries(new URL(request.url()).searchParams)
    const [from, to] = [given.startDate ?? given.start, given.endDate ?? given.end]
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6)
    await expect(page.locator('[data-figure]').or(page.getByText('Nothing is counted')).first()).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
})

test('dashboards fit three widths in both themes', async ({ desk }) => {
  for (const [width, theme] of [
    [1440, 'dark'],
    [820, 'light'],
    [390, 'dark'],
  ] as const) {
    const { page, context } = await desk('sam@demo.test', '/dashboards', { viewport: { width, height: 900 }, theme })
    await cardsAreThere(page)
    await nothingSticksOut(page)
    expect(await violationsOf(page)).toEqual([])
    await page.goto('/dashboards/score-card')
    await expect(page.locator('[data-figure]').first()).toBeVisible()
    await nothingSticksOut(page)
    await page.goto('/dashboards/patient-communication?rows=messages.received')
    await expect(drawer(page).getByRole('list', { name: 'Rows' })).toBeVisible()
    await nothingSticksOut(page)
    expect(await violationsOf(page)).toEqual([])
    await context.close()
  }
})
