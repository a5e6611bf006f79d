/** Dashboards with a server that the test answers. */
import type {
  CampaignFigures,
  OnlineReviews,
  PatientCommunication,
  ReminderCount,
  ScoreCard,
  SelfServiceRequests,
} from '@foyer/contracts/dashboards/dashboard-calls.ts'
import type { FigureRow } from '@foyer/contracts/dashboards/row-calls.ts'
import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { act } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { KeyboardProvider } from '../src/app/keyboard-provider.tsx'
import { Component as BoardPage } from '../src/features/dashboards/board-page.tsx'
import { Component as OverviewPage } from '../src/features/dashboards/overview-page.tsx'
import { answer } from './appointments-world.tsx'
import { showSettings } from './settings-world.tsx'

const range = { startDate: '2026-10-20', endDate: '2026-11-19' }
const before = { startDate: '2026-09-19', endDate: '2026-10-19' }
const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'] as const
const perDay = (...counts: readonly number[]) => DAYS.map((date, nth) => ({ date, count: counts[nth] ?? 0 }))

const channel = { received: 0, sent: 0, failed: 0 }
const messages = {
  ...{ total: 600, received: 300, sent: 300, staff: 100, automatic: 200, failed: 3 },
  byChannel: {
    sms: { received: 290, sent: 300, failed: 3 },
    chat: { ...channel, received: 10 },
    email: channel,
    fax: channel,
  },
  firstReply: { typicalMinutes: 7, within: { minutes: 15, count: 81, of: 100 } },
}
export const communication: PatientCommunication = {
  ...{ ...range, ...messages },
  series: perDay(200, 200, 200),
  days: [
    { date: DAYS[0], received: 231, staff: 20, automatic: 80, failed: 1 },
    { date: DAYS[1], received: 60, staff: 30, automatic: 60, failed: 2 },
    { date: DAYS[2], received: 9, staff: 50, automatic: 60, failed: 0 },
  ],
  previous: { ...before, ...messages, received: 283, firstReply: { ...messages.firstReply, typicalMinutes: 9 } },
}

const rated = { total: 38, byRating: { 1: 2, 2: 1, 3: 2, 4: 6, 5: 27 }, average: 4.6, replied: 31, waiting: 7 }
export const reviews: OnlineReviews = {
  ...{ ...range, ...rated, series: perDay(20, 10, 8) },
  previous: { ...before, ...rated, average: 4.4 },
}

const noType = { appointment: 0, prescription: 0, billing: 0, concierge: 0, other: 0, form: 0 }
const asked = {
  ...{ total: 68, self: 42 },
  byType: { ...noType, appointment: 40, prescription: 28 },
  bySelf: { ...noType, appointment: 30, prescription: 12 },
}
export const requests: SelfServiceRequests = {
  ...{ ...range, ...asked, series: perDay(30, 30, 8) },
  previous: { ...before, ...asked },
}

const reminded = {
  ...{ total: 205, sent: 200, confirmed: 108, failed: 5 },
  byChannel: {
    sms: { sent: 100, confirmed: 68, failed: 5 },
    email: { sent: 100, confirmed: 40, failed: 0 },
    voice: { sent: 0, confirmed: 0, failed: 0 },
  },
}
export const reminders: ReminderCount = {
  ...{ ...range, ...reminded, series: perDay(101, 102, 2) },
  days: [
    { date: DAYS[0], sent: 100, failed: 1 },
    { date: DAYS[1], sent: 98, failed: 4 },
    { date: DAYS[2], sent: 2, failed: 0 },
  ],
  previous: { ...before, ...reminded },
}

const visits = { total: 34, booked: 34, confirmed: 30, kept: 26, cancelled: 4, noShow: 4, rescheduled: 2 }
export const scoreCard: ScoreCard = {
  ...{ ...range, ...visits, series: perDay(10, 20, 4) },
  previous: { ...before, ...visits, noShow: 2 },
  byHour: [
    { weekday: 1, hour: 9, booked: 10, kept: 9 },
    { weekday: 1, hour: 11, booked: 12, kept: 12 },
    { weekday: 5, hour: 9, booked: 10, kept: 5 },
    { weekday: 5, hour: 11, booked: 2, kept: 0 },
  ],
  locations: ['Main office', 'Northgate'],
}

export const mammogram: CampaignFigures = {
  ...{ _id: 'cmp1', name: 'Mammogram due', sentAt: '2026-11-04T16:00:00.000Z', sent: 412, replied: 157, booked: 61 },
}

export const row = (_id: string, title: string, facts: Partial<FigureRow> = {}): FigureRow => ({
  ...{ _id, kind: 'message', at: '2026-11-17T16:00:00.000Z', title, detail: 'Text received', adds: 1 },
  ...{ link: { conversationId: `c_${_id}` }, ...facts },
})

export const view: DashboardView = {
  ...{ _id: 'v1', organizationId: 'org_cedar', name: 'Front desk', board: 'reminders', filter: null, compare: false },
  ...{ range: { kind: 'last', days: 30 }, shared: true, owner: { _id: 'usr_ana', name: 'Ana Duarte' }, version: 3 },
}

type Answers = Parameters<typeof showSettings>[1]

export const AS_OF = 48_211

export async function open(address: string, answers: Answers = {}) {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="dashboards" element={<OverviewPage />} />
        <Route path="dashboards/:board" element={<BoardPage />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    patientCommunication: () => answer(communication, AS_OF),
    onlineReviewsCount: () => answer(reviews, AS_OF),
    selfServiceRequestsCount: () => answer(requests, AS_OF),
    reminderCount: () => answer(reminders, AS_OF),
    scoreCardAppointments: () => answer(scoreCard, AS_OF),
    dashboardCampaigns: () => answer([mammogram], AS_OF),
    dashboardViews: () => answer([view]),
    doctors: () => answer([]),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}
