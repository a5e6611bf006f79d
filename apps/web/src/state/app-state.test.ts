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
/** Changes are written right after the task that made them. */
const written = () => Promise.resolve()

beforeEach(() => localStorage.clear())

test('[OPEN-017] [OPEN-019] [ENTITY-12..17] a fresh sign-in has these keys with these values', async () => {
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
  test('[STATE-07] [ENTITY-10] [OPEN-026] sets user, organizations and the first of them', () => {
    const app = createAppState(localStorage)
    app.signIn(lena, [cedar, lakeside])
    expect(app.mainContext).toMatchObject({ user: lena, organizations: [cedar, lakeside], activeOrgId: 'org_cedar' })
    expect(app.organization()).toEqual(cedar)
    expect(app.status.loaded).toBe(true)
  })

  test('[OPEN-026] the active organization stays while it is still one of theirs', async () => {
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

  test('[STATE-08] nothing that another user left behind is there for this one', async () => {
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

test('counts that move all the time are written once a second, everything else at once', async () => {
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

test('[STATE-08] sign-out leaves the initial state and nothing in the storage', async () => {
  const app = createAppState(localStorage)
  app.signIn(lena, [cedar])
  app.mainContext.patientFilter.patientLastName = 'Carver'
  await written()
  app.signOut()
  await written()
  expect(app.mainContext).toEqual(initialContext())
  expect(app.status).toEqual({ loaded: false, counts: null, outbox: { waiting: 0, sent: 0 } })
  expect(localStorage.length).toBe(0)
})

describe('a switch of organization', () => {
  function at(organizations = [cedar, lakeside, organization('org_er', 'emergencyRoom')]) {
    const app = createAppState(localStorage)
    app.signIn(lena, organizations)
    app.mainContext.appointmentPage = 4
    app.setCounts('org_cedar', counts)
    return app
  }

  test('[STATE-09] sets the appointment page to 1', () => {
    const app = at()
    app.switchOrganization('org_lakeside')
    expect(app.mainContext).toMatchObject({ activeOrgId: 'org_lakeside', appointmentPage: 1 })
  })

  test.each([
    ['[STATE-10] [OPEN-027]', 'org_lakeside', 'admitted'],
    ['[STATE-10] [OPEN-027]', 'org_er', 'admitted'],
    ['[STATE-11] [OPEN-027]', 'org_cedar', 'scheduled'],
  ])('%s to %s sets the appointment status to %s', (_ids, to, status) => {
    const app = at()
    app.mainContext.activeOrgId = 'org_elsewhere'
    app.switchOrganization(to)
    expect(app.mainContext.appointmentFilter.appointmentStatus).toBe(status)
  })

  test('the old counts go: a late one of the former organization changes nothing', () => {
    const app = at()
    app.switchOrganization('org_lakeside')
    app.setCounts('org_cedar', counts)
    expect(app.mainContext.unreadMessagesCount).toBe(0)
    expect(app.status.counts).toBeNull()
  })
})

test('[ENTITY-11] the five counts of the live connection', () => {
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

test('[ENTITY-09] [CONST-11] [DESIGN-12] what was changed is there after a reload, under one key', async () => {
  const before = createAppState(localStorage)
  before.signIn(lena, [cedar])
  before.mainContext.appointmentFilter.provider = 'doc_1'
  before.mainContext.automation = { activeStep: 3, trigger: { kind: 'visit' }, conditions: [{ a: 1 }], actions: [] }
  await written()
  expect(Object.keys(localStorage)).toEqual(['mainContext'])
  expect(createAppState(localStorage).mainContext).toEqual(before.mainContext)
})

test('[DESIGN-12] a browser that forbids storage has an app that doesn’t remember', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const app = createAppState({ getItem: refuse, setItem: refuse, removeItem: refuse })
  app.signIn(lena, [cedar])
  await written()
  expect(app.mainContext.user).toEqual(lena)
})

test('[STATE-08] [DESIGN-12] a storage that is full keeps nothing of before: it may be somebody else’s', async () => {
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
