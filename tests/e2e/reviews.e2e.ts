/** Reviews of Google on two desks: one arrives, is answered with a warning and safe words, and Google refuses the reply. */
import type { Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const NORTHGATE = '11000000000000000001'

const list = (page: Page) => page.getByRole('list', { name: 'Reviews' })
const row = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })
const box = (page: Page) => page.getByRole('textbox', { name: 'Your public reply' })
const post = (page: Page) => page.getByRole('button', { name: 'Post reply' })

async function tellSandbox(url: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}
const write = (url: string, reviewer: string, stars: number, comment: string) =>
  tellSandbox(url, 'google/reviews', { locationId: NORTHGATE, reviewer, stars, comment })
const behave = (url: string, change: object) => tellSandbox(url, 'google-behaviour', change)

/** Connects Cedar's listings if the demo has not. The sandbox consents at once. */
async function connected(page: Page): Promise<void> {
  const google = page.getByRole('status', { name: 'Google' })
  await expect(google).toBeVisible()
  if ((await google.textContent())?.startsWith('Google is connected')) return
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(google).toContainText('Google is connected')
}

test('a low review arrives on two screens, is answered in safe words, and Google’s refusal is read [REV-01] [OPEN-003]', async ({
  desk,
  world,
}) => {
  const { page: admin } = await desk('ana@demo.test', '/settings/listings')
  await connected(admin)
  expect(await violationsOf(admin)).toEqual([])
  const { page: lena } = await desk('lena@demo.test', '/reviews')
  const { page: dana } = await desk('dana@demo.test', '/reviews')
  for (const page of [lena, dana]) {
    await isLive(page)
    await expect(list(page)).toBeVisible()
    // The pointer is away from the list, so that a new review enters at once.
    await page.mouse.move(700, 8)
  }

  await behave(world.url, { moderation: 'reject', violation: 'ADVERTISING_AND_SOLICITATION' })
  await write(world.url, 'Wanda Low', 2, 'Nobody said how long it would take, purple lamp.')
  for (const page of [lena, dana]) await expect(row(page, 'purple lamp')).toBeVisible()
  await expect(row(lena, 'purple lamp')).toContainText('Needs a reply')
  await expect(row(lena, 'purple lamp').getByRole('img', { name: '2 of 5 stars' })).toBeVisible()

  await row(lena, 'purple lamp').getByRole('button').click()
  await row(dana, 'purple lamp').getByRole('button').click()
  await box(lena).fill('Wanda, we are sorry about your visit on Tuesday.')
  await expect(dana.getByText('Lena is writing a reply')).toBeVisible()
  await expect(lena.getByRole('list', { name: 'Privacy findings' })).toContainText(
    'This says that the person was here.',
  )
  await expect(post(lena)).toHaveAttribute('aria-disabled', 'true')
  expect(await violationsOf(lena)).toEqual([])

  await lena.getByRole('button', { name: 'Use this wording' }).click()
  await expect(lena.getByRole('status', { name: 'Privacy check' })).toHaveText('No patient details found')
  const wording = await box(lena).inputValue()
  await post(lena).click()
  await expect(row(dana, 'purple lamp')).toContainText(wording)

  for (const page of [lena, dana])
    await expect(page.getByText('Google took it for advertising.')).toBeVisible({ timeout: 120_000 })
  await expect(box(lena)).toHaveValue(wording)
  await expect(row(lena, 'purple lamp')).toContainText('Google refused the reply')
  await behave(world.url, { moderation: 'approve' })
})

test('reviews page fits three widths and both themes, and is free of barriers [REV-01]', async ({ desk, world }) => {
  const { page: admin } = await desk('ana@demo.test', '/settings/listings')
  await connected(admin)
  await write(world.url, 'Olive Branch', 1, 'Cold tea, green door.')
  for (const [width, height, theme] of [
    [1440, 900, 'light'],
    [820, 1100, 'dark'],
    [390, 844, 'light'],
  ] as const) {
    const { page } = await desk('lena@demo.test', '/reviews?search=green+door', {
      ...{ viewport: { width, height }, theme, touch: width === 390 },
    })
    await expect(row(page, 'green door')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await row(page, 'green door').getByRole('button').click()
    await expect(box(page)).toBeVisible()
    await nothingSticksOut(page)
    expect(await violationsOf(page)).toEqual([])
  }
})

test('listing editor shows what changes before it is saved [CALL-LISTINGS-04]', async ({ desk }) => {
  const { page: admin } = await desk('ana@demo.test', '/settings/listings')
  await connected(admin)
  const { page } = await desk('lena@demo.test', `/reviews/listings/${NORTHGATE}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Family medicine at Northgate, silver gate.')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('silver gate')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Saved. Google may take a while to show it.')).toBeVisible()
  await page.reload()
  await expect(description).toHaveValue('Family medicine at Northgate, silver gate.')
  await page.goto('/reviews/nearby')
  await expect(page.getByRole('list', { name: 'Nearby places' }).getByRole('listitem').first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('listing takes more hours and attributes by keyboard [CALL-LISTINGS-02] [CALL-LISTINGS-03] [CALL-LISTINGS-04]', async ({
  desk,
}) => {
  const { page: admin } = await desk('ana@demo.test', '/settings/listings')
  await connected(admin)
  const { page } = await desk('lena@demo.test', `/reviews/listings/${NORTHGATE}`, {
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Add a kind of hours' }).press('Enter')
  await page.getByRole('option', { name: 'Vaccination' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Vaccination' })).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Review 1 change' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('Vaccination, Monday')
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter')
  await expect(page.getByText('Saved. Google may take a while to show it.')).toBeVisible()
  await page.getByRole('link', { name: 'Attributes' }).press('Enter')
  await page.getByRole('textbox', { name: 'Appointment links' }).fill('https://cedar-ridge.example/book')
  await page.getByRole('button', { name: 'Wi-Fi' }).press('Enter')
  await page.getByRole('option', { name: 'Free' }).press('Enter')
  await expect(page.getByText('Now on Google: Not set')).toHaveCount(2)
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save 2 changes' }).press('Enter')
  await expect(page.getByText('Saved. Google may take a while to show it.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Wi-Fi: Free' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Appointment links' })).toHaveValue('https://cedar-ridge.example/book')
})
