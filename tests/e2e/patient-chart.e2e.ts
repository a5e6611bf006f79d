/** The chart of a patient: two desks see and edit the same record, everything works by keyboard, and a phone shows all of it. */
import { randomUUID } from 'node:crypto'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import type { World } from '../support/world.ts'
import { clinicDay, expect, isLive, nothingSticksOut, requestsTo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const facts = (page: Page) => page.getByRole('list', { name: 'Facts' })
const notes = (page: Page) => page.getByRole('list', { name: 'Take note' })
const editing = (page: Page) => page.getByRole('form', { name: 'Edit patient' })

interface Added {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber?: string
}

/** Adds a patient, so that no other test has the same chart; returns the chart's address. */
async function addPatient(world: World, fields: Added): Promise<string> {
  const { call } = await signIn(world.url, 'sam@demo.test')
  const body = { organizationId: 'org_cedar', birthdate: '1971-07-08', ...fields }
  const { data } = await call('addPatient', { body, key: randomUUID() })
  return `/patients/${data._id}`
}

async function openEdit(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(editing(page).getByLabel('First name')).toBeVisible()
}

test('of two desks that edit one record at once, different fields both hold, and the later one is told of the same field', async ({
  world,
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 409|reason: stale/)
  const chart = await addPatient(world, { firstName: 'Nadia', lastName: 'Quist' })
  const [{ page: lena }, { page: dana }] = [await desk('lena@demo.test', chart), await desk('dana@demo.test', chart)]
  for (const page of [lena, dana]) {
    await isLive(page)
    await openEdit(page)
  }
  await editing(lena).getByLabel('MRN').fill('300-7001')
  await editing(lena).getByLabel('Last name').fill('Quist-Moore')
  await editing(lena).getByRole('button', { name: 'Save' }).click()
  await told(lena, 'Saved Nadia Quist-Moore')
  // The other desk's head follows, and its form keeps what it was filled with.
  await expect(dana.locator('[aria-label="Facts"]')).toContainText('MRN 300-7001')
  await expect(editing(dana).getByLabel('MRN')).toHaveValue('')

  await editing(dana).getByLabel('Last name').fill('Moore')
  await editing(dana).getByLabel('Email').fill('nadia@patients.test')
  await editing(dana).getByRole('button', { name: 'Save' }).click()
  const refusal = editing(dana).getByRole('alert')
  await expect(refusal).toContainText('Quist-Moore')
  await expect(refusal).toContainText('300-7001')
  await expect(editing(dana).getByLabel('Last name')).toHaveValue('Moore')
  expect(await violationsOf(dana)).toEqual([])
  await refusal.getByRole('button', { name: 'Keep mine, then save' }).click()
  await expect(editing(dana).getByLabel('MRN')).toHaveValue('300-7001')
  await editing(dana).getByRole('button', { name: 'Save' }).click()
  for (const page of [lena, dana]) {
    await expect(heading(page, 'Nadia Moore')).toBeVisible()
    await expect(facts(page)).toContainText('MRN 300-7001')
    await expect(page.getByText('nadia@patients.test')).toBeVisible()
  }
})

test("a patient's STOP shows on the open chart, only the patient takes it back, and staff note an opt-out that two charts of a number show", async ({
  world,
  desk,
  stranger,
}) => {
  const phone = stranger()
  const chart = await addPatient(world, { firstName: 'Ines', lastName: 'Vale', phoneNumber: phone.number })
  const brothers = await addPatient(world, { firstName: 'Otto', lastName: 'Vale', phoneNumber: phone.number })
  const { page: lena } = await desk('lena@demo.test', `${chart}?tab=consent`)
  const { page: dana } = await desk('dana@demo.test', brothers)
  await isLive(lena)
  await isLive(dana)
  await expect(notes(dana)).toHaveText('Household 2')
  await expect(dana.getByRole('list', { name: 'Household' })).toContainText('Ines Vale')
  await expect(lena.getByText('No changes yet')).toBeVisible()

  await phone.text('STOP')
  const changes = lena.getByRole('list', { name: 'Changes of consent' })
  await expect(changes).toContainText('Opted out by text')
  await expect(lena.getByText('Ask them to text START')).toBeVisible()
  await expect(lena.getByRole('button', { name: 'Allow texts again' })).toHaveCount(0)
  for (const page of [lena, dana]) await expect(notes(page)).toContainText('Opted out')
  await phone.text('START')
  await expect(changes).toContainText('Opted in by text')
  await expect(notes(lena)).toHaveText('Household 2')

  await lena.getByRole('button', { name: 'Stop texts' }).click()
  const form = lena.getByRole('form', { name: 'Stop texts' })
  await form.getByLabel('Note').fill('Asked at the desk')
  await form.getByRole('button', { name: 'Stop texts' }).click()
  await expect(changes).toContainText('Asked at the desk')
  for (const page of [lena, dana]) await expect(notes(page)).toContainText('Opted out')
  await expect(lena.getByRole('button', { name: 'Allow texts again' })).toBeVisible()

  // The conversation by text is on both charts, and so is what passed in it.
  await tab(lena, 'Conversations').click()
  await expect(lena.getByRole('list', { name: 'Conversations' })).toContainText('You will get our texts again')
  await tab(dana, 'Conversations').click()
  await expect(dana.getByRole('list', { name: 'Conversations' })).toContainText('You will get our texts again')
})

test('by keyboard alone the tabs, the form, a visit and the history of a patient are reached, in both themes without a barrier [LIST-05] [CALL-INBOX-02] [CALL-CAMPAIGN-22] [CALL-CAMPAIGN-25]', async ({
  world,
  desk,
}) => {
  const chart = await addPatient(world, { firstName: 'Yusuf', lastName: 'Kilic', phoneNumber: '5125567711' })
  const { call } = await signIn(world.url, 'sam@demo.test')
  const { data: doctors } = await call('doctors', { query: { organizationId: 'org_cedar' } })
  const booked = {
    organizationId: 'org_cedar',
    patientId: chart.split('/').at(-1) ?? '',
    doctorId: doctors[0]?._id ?? '',
  }
  const visit = { date: dayAfter(clinicDay(), 301), time: '06:10', appointmentType: 'Follow-up' }
  await call('bookAppointment', { body: { ...booked, ...visit }, key: randomUUID() })
  const { page } = await desk('lena@demo.test', chart)
  await isLive(page)
  await expect(heading(page, 'Yusuf Kilic')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next visit' })).toContainText('6:10 AM')

  await page.keyboard.press('e')
  await expect(editing(page).getByLabel('First name')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(editing(page)).toHaveCount(0)

  await tab(page, 'Overview').focus()
  for (const name of ['Conversations', 'Visits']) {
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, name)).toBeFocused()
  }
  await expect(page).toHaveURL(/tab=visits/)
  const slip = page.getByRole('list', { name: 'Visits to come' }).getByRole('listitem')
  await slip.getByRole('button', { name: 'Mark confirmed' }).press('Enter')
  await expect(slip).toContainText('Confirmed')
  await told(page, 'Confirmed Yusuf Kilic')
  await slip.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Confirmed')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'History' })).toHaveCount(0)

  const texts = requestsTo(page, '/api/inbox/patient-conversation')
  const reminders = requestsTo(page, '/api/campaign/patient/notification/reminder-list')
  await tab(page, 'History').press('Enter')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Follow-up')
  for (const channel of ['SMS', 'Email']) {
    await page.getByRole('button', { name: /^Channel:/ }).press('Space')
    // The chosen one has the focus first, and the next one stands below it.
    await expect(page.getByRole('option', { selected: true })).toHaveAttribute('data-focus')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: channel })).toHaveAttribute('data-focus')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Nothing by ${channel}`)).toBeVisible()
  }
  expect(JSON.parse(texts.at(-1)?.get('query') ?? '{}')).toMatchObject({ type: 'SMS' })
  expect(JSON.parse(reminders.at(-1)?.get('query') ?? '{}')).toMatchObject({ communicationChannel: 'email' })

  for (const name of ['Overview', 'Conversations', 'Visits', 'Consent', 'Files', 'History']) {
    await tab(page, name).press('Enter')
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    expect(await violationsOf(page), name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOf(page, { onlyColours: true }), `${name}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

test("a file that is added shows at the other desk, admins see who opened the chart, and others' charts are absent [OPEN-044]", async ({
  world,
  desk,
  allowConsole,
}) => {
  allowConsole(/404|not_found/)
  const chart = await addPatient(world, { firstName: 'Petra', lastName: 'Osei' })
  const { page: lena } = await desk('lena@demo.test', `${chart}?tab=files`)
  const { page: ana } = await desk('ana@demo.test', `${chart}?tab=files`)
  for (const page of [lena, ana]) await expect(page.getByText('No files yet')).toBeVisible()
  await lena.getByLabel('Files to add to the chart').setInputFiles({
    ...{ name: 'referral.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('name,day\nPetra,Friday\n'),
  })
  await told(lena, 'Added referral.csv to the chart')
  for (const page of [lena, ana])
    await expect(page.getByRole('button', { name: /^Download referral\.csv .*added to the chart/ })).toBeVisible()

  await expect(tab(lena, 'Audit')).toHaveCount(0)
  await lena.goto(`${chart}?tab=audit`)
  await expect(lena.getByText('This is for admins')).toBeVisible()
  await tab(ana, 'Audit').click()
  await expect(ana.getByRole('table', { name: 'Audit' })).toContainText('Petra Osei')
  expect(await violationsOf(ana)).toEqual([])

  await lena.goto('/patients/p_of_nobody')
  await expect(lena.getByText('This chart can’t be found')).toBeVisible()
  const { page: omar } = await desk('omar@demo.test', chart)
  await expect(omar.getByText('This chart can’t be found')).toBeVisible()
})

test('on a phone the head, the tabs and a form of the chart fit, with large targets and no barrier', async ({
  world,
  desk,
}) => {
  const chart = await addPatient(world, { firstName: 'Maximiliana', lastName: 'Featherstonehaugh-Cholmondeley' })
  const { page } = await desk('lena@demo.test', chart, { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await expect(heading(page, 'Maximiliana Featherstonehaugh-Cholmondeley')).toBeVisible()
  for (const name of ['Overview', 'Conversations', 'Visits', 'Consent', 'Files', 'History']) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    await nothingSticksOut(page)
    expect(await violationsOf(page), name).toEqual([])
    expect((await tab(page, name).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await openEdit(page)
  await editing(page).getByLabel('Phone').fill('123')
  await editing(page).getByRole('button', { name: 'Save' }).click()
  await expect(editing(page).getByText('Needs 10 digits')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})
