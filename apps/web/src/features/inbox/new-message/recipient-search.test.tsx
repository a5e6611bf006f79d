import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import type { Api } from '../../../api/client.ts'
import { PatientField } from '../../../parts/patient-field.tsx'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { RecipientSearch } from './recipient-search.tsx'

beforeEach(() => {
  stubBrowser()
})

const organizationId = 'org_cedar'
const person = (_id: string, name: string, phoneNumber: string) => ({
  ...{ _id, name, phoneNumber, kind: 'patient', visit: null, birthdate: null, mrn: null },
})

/** The server finds Naomi Feldman by the whole name, and Naomi Abbott before it is typed. */
const api = (async (_name: string, { query }: { query: { search: string } }) => ({
  code: 'ok',
  data:
    query.search === 'Naomi Feldman'
      ? [person('p2', 'Naomi Feldman', '+15125550102')]
      : [person('p1', 'Naomi Abbott', '+15125550101')],
})) as unknown as Api

const chosen: string[] = []

function Recipients() {
  const [search, setSearch] = useState('')
  const choose = (to: { patientId: string | null }) => chosen.push(to.patientId ?? '')
  return <RecipientSearch {...{ organizationId, search }} onSearch={setSearch} onChoose={choose} />
}

const Patients = () => (
  <PatientField
    organizationId={organizationId}
    chosen={null}
    clearLabel={(name) => name}
    onChange={(patient) => patient && chosen.push(patient._id)}
  />
)

test.each([
  ['recipient search', Recipients],
  ['patient field', Patients],
])('%s chooses no patient of a list that is older than the typed name', async (_what, Searched) => {
  chosen.length = 0
  render(
    <ServicesContext value={{ api } as AppServices}>
      <QueryClientProvider client={new QueryClient()}>
        <Searched />
      </QueryClientProvider>
    </ServicesContext>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('Naomi')
  await screen.findByRole('option', { name: /Naomi Abbott/ })
  await userEvent.keyboard(' Feldman{Enter}')
  expect(chosen).toEqual([])
  await userEvent.click(await screen.findByRole('option', { name: /Naomi Feldman/ }))
  expect(chosen).toEqual(['p2'])
})
