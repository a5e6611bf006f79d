/** Pictures of visits and patients: mock-up 03, and the screens around it that have no mock-up, at three widths. */
import type { BrowserContext, Page } from 'playwright'

export type Size = { readonly width: number; readonly height: number }

export interface PictureKit {
  readonly url: string
  /** By what the names of its pictures end with. */
  readonly devices: Readonly<Record<string, Size>>
  signedIn(url: string, email: string, size: Size): Promise<BrowserContext>
  /** Keeps the page in both themes. */
  keep(page: Page, name: string): Promise<void>
}

/** A patient of the demo with due dates; her visit is not confirmed. */
const DENISE = 'Denise Walker'

export async function visitPictures({ url, devices, signedIn, keep }: PictureKit): Promise<void> {
  for (const [device, size] of Object.entries(devices)) {
    const desk = await (await signedIn(url, 'lena@demo.test', size)).newPage()
    await open(desk, `${url}/appointments`, '[data-appointment-id]')
    if (device === '') await openVisit(desk)
    await keep(desk, `03-appointments${device}`)
    await open(desk, `${url}/appointments/due-dates`, '[data-due-date-id]')
    await keep(desk, `due-dates${device}`)
    await open(desk, `${url}/patients`, '[data-patient-id]')
    await keep(desk, `patients${device}`)
    await openChart(desk, url)
    await keep(desk, `chart${device}`)
    await desk.context().close()
    const admin = await (await signedIn(url, 'ana@demo.test', size)).newPage()
    await open(admin, `${url}/settings/visits?organizationId=org_cedar`, 'form textarea')
    await keep(admin, `visit-settings${device}`)
    await admin.context().close()
  }
}

export async function open(page: Page, address: string, shown: string): Promise<void> {
  await page.goto(address)
  await page.locator(shown).first().waitFor()
  await settled(page)
}

/** Nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

/** As in the mock-up, beside the table. The filter brings the visit of the afternoon to the first page. */
async function openVisit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Doctor:/ }).click()
  await page.getByRole('option', { name: 'Dr. Amara Okafor' }).click()
  await page.getByRole('row', { name: new RegExp(DENISE) }).click()
  await page
    .getByRole('complementary', { name: `Visit of ${DENISE}` })
    .getByText('History')
    .waitFor()
  await settled(page)
}

async function openChart(page: Page, url: string): Promise<void> {
  await open(page, `${url}/patients`, '[data-patient-id]')
  const search = page.getByRole('searchbox', { name: 'Search patients' })
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Search' }).click()
  await search.fill(DENISE)
  await page.getByRole('row', { name: new RegExp(DENISE) }).click()
  await page.getByRole('heading', { name: DENISE }).waitFor()
  await page.getByRole('list', { name: 'Due dates' }).getByRole('listitem').first().waitFor()
  await settled(page)
}
