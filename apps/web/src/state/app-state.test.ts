import type { User } from '@foyer/contracts/session/user.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { COUNTS_WRITTEN_MS, createAppState } from './app-state.ts'
import { initialContext } from './main-context.rules.ts'

const organization = (_id: string, type: 'medicalGroup' | 'hospital' | 'emergencyRoom' = 'medicalGroup') => ({
  _id,
  name: `Name of ${_id}`,
  type,
  timezone: 'America/Chicago',
  role: 'agent' as const,
})
const cedar = organization('org_cedar')
const lakeside = organization('org_lakeside', 'hospital')
const lena: User = {
  _id: 'usr_lena',
  sub: 's',
  name: 'Lena Kim',
  email: 'l@demo.test',
  picture: null,
  organizations: [],
}
const counts = { unreadMessages: 5, openRequests: 4, otherRequests: 3, openConciergeRequests: 2, thumbsDown: 1 }

const stored = () => JSON.parse(localStorage.getItem('mainContext') ?? 'null')
/** The state writes changes right after the task that made them. */
const written = () => Promise.resolve()

beforeEach(() => localStorage.clear())

test('app state has the specified keys and values after a first sign-in [OPEN-017] [OPEN-019] [ENTITY-12..17]', async () => {
  const app = createAppState(localStorage)
  app.signIn(lena, [cedar])
  await written()
  expect(stored()).toEqual({
    user: lena,
    organizations: [cedar],
    activeOrgId: 'org_cedar',
    unreadMessagesCount: 0,
    openRequestsCount: 0,
    otherRequestsCount: 0,
    openConciergeRequestsCount: 0,
    thumbsDownCount: 0,
    appointmentPage: 1,
    appointmentFilter: {
      startDate: null,
      endDate: null,
      provider: '',
      appointmentStatus: 'scheduled',
      appointmentEligible: '',
      appointmentType: '',
      searchStr: '',
      insuranceType: '',
    },
    patientFilter: {
      selectedProvider: '',
      patientEligible: '',
      patientFirstName: '',
      patientLastName: '',
      patientMrn: '',
      patientDob: null,
    },
    doctorPreviewData: null,
    doctorPreviewImage: null,
    automation: { activeStep: 1, trigger: null, conditions: [], actions: [] },
    chatbot: { activeFlowData: null, activeElement: null },
  })
})

describe('sign-in', () => {
  test('sets the user, the organizations and the first of them as active [STATE-07] [ENTITY-10] [OPEN-026]', () => {
    const app = createAppState(localStorage)
    app.signIn(lena, [cedar, lakeside])
    expect(app.mainContext).toMatchObject({ user: lena, organizations: [cedar, lakeside], activeOrgId: 'org_cedar' })
    expect(app.organization()).toEqual(cedar)
    expect(app.status.loaded).toBe(true)
  })

  test('keeps the active organization when the user still belongs to it [OPEN-026]', async () => {
    const before = createAppState(localStorage)
    before.signIn(lena, [cedar, lakeside])
    before.switchOrganization('org_lakeside')
    await written()
    const after = createAppState(localStorage)
    after.signIn(lena, [cedar, lakeside])
    expect(after.mainContext.activeOrgId).toBe('org_lakeside')
    after.signIn(lena, [cedar])
    expect(after.mainContext.activeOrgId).toBe('org_cedar')
  })

  test('removes everything that another user left behind [STATE-08]', async () => {
    const before = createAppState(localStorage)
    before.signIn(lena, [cedar])
    before.mainContext.patientFilter.patientLastName = 'Carver'
    await written()
    const after = createAppState(localStorage)
    after.signIn({ ...lena, _id: 'usr_dana' }, [cedar])
    await written()
    expect(after.mainContext.patientFilter).toEqual(initialContext().patientFilter)
    expect(localStorage.getItem('mainContext')).not.toContain('Carver')
  })
})

test('app state writes a change of the counts once a second, any other change at once', async () => {
  vi.useFakeTimers()
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const app = createAppState(localStorage)
  app.signIn(lena, [cedar])
  for (let unreadMessages = 1; unreadMessages <= 20; unreadMessages++) {
    app.setCounts('org_cedar', { ...counts, unreadMessages })
    await written()
  }
  expect(write).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(COUNTS_WRITTEN_MS)
  expect(stored().unreadMessagesCount).toBe(20)
  app.setCounts('org_cedar', { ...counts, unreadMessages: 21 })
  app.mainContext.patientFilter.patientLastName = 'Carver'
  await written()
  expect(stored().patientFilter.patientLastName).toBe('Carver')
  write.mockRestore()
  vi.useRealTimers()
})

test('sign-out resets the state and empties the storage [STATE-08]', async () => {
  const app = createAppState(localStorage)
  app.signIn(lena, [cedar])
  app.mainContext.patientFilter.patientLastName = 'Carver'
  await written()
  app.signOut()
  await written()
  expect(app.mainContext).toEqual(initialContext())
  expect(app.status).toEqual({ loaded: false, counts: null, outbox: { waiting: 0, sent: 0 }, reach: null })
  expect(localStorage.length).toBe(0)
})

describe('switch of organization', () => {
  function at(organizations = [cedar, lakeside, organization('org_er', 'emergencyRoom')]) {
    const app = createAppState(localStorage)
    app.signIn(lena, organizations)
    app.mainContext.appointmentPage = 4
    app.setCounts('org_cedar', counts)
    return app
  }

  test('sets the appointment page to 1 [STATE-09]', () => {
    const app = at()
    app.switchOrganization('org_lakeside')
    expect(app.mainContext).toMatchObject({ activeOrgId: 'org_lakeside', appointmentPage: 1 })
  })

  test.each([
    ['[STATE-10] [OPEN-027]', 'org_lakeside', 'admitted'],
    ['[STATE-10] [OPEN-027]', 'org_er', 'admitted'],
    ['[STATE-11] [OPEN-027]', 'org_cedar', 'scheduled'],
  ])('sets the appointment status: %s to %s gives %s', (_ids, to, status) => {
    const app = at()
    app.mainContext.activeOrgId = 'org_elsewhere'
    app.switchOrganization(to)
    expect(app.mainContext.appointmentFilter.appointmentStatus).toBe(status)
  })

  test('clears the counts, and a late count of the former organization changes nothing', () => {
    const app = at()
    app.switchOrganization('org_lakeside')
    app.setCounts('org_cedar', counts)
    expect(app.mainContext.unreadMessagesCount).toBe(0)
    expect(app.status.counts).toBeNull()
  })
})

test('app state stores the five counts of the live connection [ENTITY-11]', () => {
  const app = createAppState(localStorage)
  app.signIn(lena, [cedar])
  app.setCounts('org_cedar', counts)
  expect(app.mainContext).toMatchObject({
    unreadMessagesCount: 5,
    openRequestsCount: 4,
    otherRequestsCount: 3,
    openConciergeRequestsCount: 2,
    thumbsDownCount: 1,
  })
  expect(app.status.counts).toEqual(counts)
})

test('app state has its changes after a reload, under one key [ENTITY-09] [CONST-11] [DESIGN-12]', async () => {
  const before = createAppState(localStorage)
  before.signIn(lena, [cedar])
  before.mainContext.appointmentFilter.provider = 'doc_1'
  before.mainContext.automation = { activeStep: 3, trigger: { kind: 'visit' }, conditions: [{ a: 1 }], actions: [] }
  await written()
  expect(Object.keys(localStorage)).toEqual(['mainContext'])
  expect(createAppState(localStorage).mainContext).toEqual(before.mainContext)
})

test('app state works without remembering when the browser forbids storage [DESIGN-12]', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const app = createAppState({ getItem: refuse, setItem: refuse, removeItem: refuse })
  app.signIn(lena, [cedar])
  await written()
  expect(app.mainContext.user).toEqual(lena)
})

test('app state removes stored data when the storage is full, because it may be another user’s [STATE-08] [DESIGN-12]', async () => {
  const before = createAppState(localStorage)
  before.signIn(lena, [cedar])
  before.mainContext.patientFilter.patientLastName = 'Carver'
  await written()
  const full = {
    getItem: (key: string) => localStorage.getItem(key),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const after = createAppState(full)
  after.signIn({ ...lena, _id: 'usr_dana' }, [cedar])
  await written()
  expect(after.mainContext.user?._id).toBe('usr_dana')
  expect(localStorage.length).toBe(0)
})
