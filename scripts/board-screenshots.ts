/** Pictures of dashboards, the wallboard, reviews and forms: mock-ups 07, 08 and 12, and the screens around them that have no mock-up. */
import type { Page } from 'playwright'
import { open, type PictureKit, settled } from './visit-screenshots.ts'

/** A screen on the wall, for which mock-up 08 is drawn. */
const WALL = { width: 1920, height: 1080 }

const FIGURE = '[data-figure]'
const HEADING = 'role=heading[level=1]'

export async function boardPictures(kit: PictureKit): Promise<void> {
  const { url, devices, signedIn, keep } = kit
  await connectGoogle(kit)
  for (const [device, size] of Object.entries(devices)) {
    const page = await (await signedIn(url, 'sam@demo.test', size)).newPage()
    const show = async (path: string, shown: string, name: string) => {
      await open(page, `${url}${path}`, shown)
      await settled(page)
      await keep(page, `${name}${device}`)
    }
    await show('/dashboards', FIGURE, '07-dashboard')
    await show('/dashboards/score-card', FIGURE, 'dashboard-score-card')
    await show('/dashboards/patient-communication?rows=messages.received', 'role=list[name="Rows"]', 'dashboard-rows')
    await show('/live', HEADING, 'wallboard')
    await show('/reviews', 'role=list[name="Reviews"]', '12-reviews')
    await openFirstReview(page)
    await keep(page, `12-review${device}`)
    await show('/reviews/listings', HEADING, 'listings')
    await show('/forms', HEADING, 'forms')
    await show('/exports', HEADING, 'exports')
    await page.context().close()
  }
  const wall = await (await signedIn(url, 'sam@demo.test', WALL)).newPage()
  await open(wall, `${url}/live`, HEADING)
  await keep(wall, '08-wallboard')
  await wall.context().close()
}

/** The reviews come from Google, to which the sandbox consents at once. */
async function connectGoogle({ url, devices, signedIn }: PictureKit): Promise<void> {
  const [size] = Object.values(devices)
  if (!size) throw new Error('There is no device.')
  const page = await (await signedIn(url, 'ana@demo.test', size)).newPage()
  await page.goto(`${url}/settings/listings`)
  const google = page.getByRole('status', { name: 'Google' })
  await google.waitFor()
  if (!(await google.textContent())?.startsWith('Google is connected')) {
    await page.getByRole('button', { name: 'Connect' }).click()
    await google.getByText('Google is connected').waitFor()
  }
  await page.context().close()
}

async function openFirstReview(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first().getByRole('button').first().click()
  await page.getByRole('textbox', { name: 'Your public reply' }).waitFor()
  await settled(page)
}
