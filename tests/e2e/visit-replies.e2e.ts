/** A reply that the product can't be sure of: a person sorts it above the messages, and it is sorted on every screen. */
import { dayAfter, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import type { Page } from '@playwright/test'
import { type Member, signIn } from '../support/member.ts'
import type { Phone } from '../support/phone.ts'
import {
  clinicDay,
  expect,
  hasTold,
  isLive,
  messages,
  nothingSticksOut,
  openConversation,
  rows,
  test,
  told,
  walkTo,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const organizationId = 'org_cedar'
const QUESTION = 'is it confirmed?'
const strip = (page: Page) => page.getByRole('region', { name: 'Unclear reply' })

let taken = 0
/** A business day that no other test uses. */
function freeDay(): string {
  taken += 1
  const day = dayAfter(clinicDay(), 400 + 7 * taken)
  return dayAfter(day, { saturday: 2, sunday: 1 }[weekdayOf(day) as string] ?? 0)
}

interface Booked {
  readonly firstName: string
  readonly time: string
}

/** Patients of one number, each with a visit; one text has reminded them of all. */
async function reminded(member: Member, { number, received }: Phone, booked: readonly Booked[]): Promise<void> {
  const day = freeDay()
  const appointmentIds: string[] = []
  for (const { firstName, time } of booked) {
    const body = { organizationId, firstName, lastName: `Sato${taken}`, phoneNumber: number }
    const { data } = await member.call('addPatient', { body, key: crypto.randomUUID() })
    const visit = { organizationId, patientId: data._id, doctorId: 'doc_okafor', date: day, time }
    const made = await member.call('bookAppointment', { body: visit, key: crypto.randomUUID() })
    appointmentIds.push(made.data.appointmentId)
  }
  await member.call('sendReminders', { body: { organizationId, appointmentIds }, key: crypto.randomUUID() })
  await expect.poll(async () => (await received()).length).toBe(1)
}

test('an unclear reply is settled by keyboard, is gone at the other desk, and comes back with the undo', async ({
  desk,
  world,
  stranger,
}) => {
  const phone = stranger()
  const member = await signIn(world.url, 'lena@demo.test')
  await reminded(member, phone, [{ firstName: 'Hana', time: '09:30' }])
  await phone.text(QUESTION)
  const [{ page: lena }, { page: dana }] = [await desk('lena@demo.test'), await desk('dana@demo.test')] as const
  await isLive(lena)
  await walkTo(lena, 'Hana Sato')
  await lena.keyboard.press('Enter')
  await isLive(dana)
  await openConversation(dana, QUESTION)
  for (const page of [lena, dana]) await expect(strip(page)).toContainText(`“${QUESTION}” is not clear.`)
  expect(await violationsOf(lena)).toEqual([])
  await lena.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(lena, { onlyColours: true })).toEqual([])

  const confirm = strip(lena).getByRole('button', { name: 'Confirm' })
  await tabTo(lena, confirm)
  await lena.keyboard.press('Enter')
  await told(lena, 'Confirmed Hana Sato')
  await expect(messages(lena)).toBeFocused()
  for (const page of [lena, dana]) {
    await expect(strip(page)).toHaveCount(0)
    await expect(messages(page)).toContainText(/Confirmed \w+ \d+, 20\d\d, 9:30|Confirmed \w+ \d+, 9:30/)
    await expect(slip(page)).toContainText('Confirmed')
  }
  await lena.keyboard.press('z')
  for (const page of [lena, dana]) await expect(strip(page)).toContainText(QUESTION)
})

test('on a phone a reply about two visits is settled one by one, with large targets', async ({
  desk,
  world,
  stranger,
}) => {
  const phone = stranger()
  const member = await signIn(world.url, 'lena@demo.test')
  const booked = [
    { firstName: 'Kenji', time: '11:00' },
    { firstName: 'Mio', time: '11:30' },
  ]
  await reminded(member, phone, booked)
  await phone.text('not sure yet')
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await rows(page).filter({ hasText: 'not sure yet' }).click()
  const answers = (name: string) => strip(page).getByRole('group', { name: new RegExp(`^${name}:`) })
  await expect(answers('Kenji')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  for (const button of await strip(page).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBe(44)

  await answers('Mio').getByRole('button', { name: 'Reschedule' }).click()
  await told(page, `Noted that Mio Sato${taken} needs another time`)
  await expect(answers('Mio')).toHaveCount(0)
  await answers('Kenji').getByRole('button', { name: 'Neither' }).click()
  await expect(strip(page)).toHaveCount(0)
  await expect(messages(page)).toContainText('Mio: asks to move')
})

test('the slip of the inbox confirms a visit, reminds of it and moves it, and leads to the chart [LIST-04] [LIST-05]', async ({
  desk,
  world,
  stranger,
}) => {
  const phone = stranger()
  const member = await signIn(world.url, 'lena@demo.test')
  await reminded(member, phone, [{ firstName: 'Aiko', time: '13:00' }])
  await phone.text('Do I need to fast?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, 'Do I need to fast?')
  await strip(page).getByRole('button', { name: 'Neither' }).click()
  await expect(strip(page)).toHaveCount(0)

  await slip(page).getByRole('button', { name: 'Mark confirmed' }).click()
  await expect(slip(page)).toContainText('Confirmed')
  await expect(slip(page).getByRole('button', { name: 'Mark confirmed' })).toHaveCount(0)
  await slip(page).getByRole('button', { name: 'Send reminder' }).click()
  // The test runs at any hour, and staff are asked once at night.
  const now = page.getByRole('button', { name: 'Send now' })
  const isSent = () => hasTold(page, /^Reminder sent to Aiko/)
  await expect.poll(async () => (await now.isVisible()) || (await isSent())).toBe(true)
  if (await now.isVisible()) await now.click()
  await expect.poll(async () => (await phone.received()).length).toBe(2)

  await slip(page).getByRole('button', { name: 'Reschedule' }).click()
  const form = page.getByRole('form', { name: 'Reschedule' })
  await form.getByRole('button', { name: 'Type another time' }).click()
  await form.getByLabel('Time').fill('15:00')
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Reschedule' }).click()
  await expect(form).toHaveCount(0)
  await expect(slip(page)).toContainText('3:00 PM')
  // Another time was confirmed.
  await expect(slip(page)).toContainText('Not confirmed')
  await page.getByRole('link', { name: 'Open chart' }).click()
  await expect(page).toHaveURL(/\/patients\//)
})

const slip = (page: Page) => page.getByRole('complementary', { name: 'Patient details' })

/** Moves the focus with the Tab key until the element has it. */
async function tabTo(page: Page, element: ReturnType<Page['locator']>): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead to the element')
}
