import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Phone, Search } from 'lucide-react'
import { useId } from 'react'
import { identityLabel } from '../../../lib/birth.rules.ts'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { useApi } from '../../../parts/services.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { type Recipient, typedNumber } from './new-message.machine.ts'

/** The search waits for this pause in typing. */
const STILL_MS = 200

interface RecipientSearchProps {
  organizationId: string
  search: string
  onSearch: (search: string) => void
  onChoose: (to: Recipient) => void
}

/** [CALL-INBOX-21] Finds a patient by name or number. A full number without a patient can be texted too. */
export function RecipientSearch({ organizationId, search, onSearch, onChoose }: RecipientSearchProps) {
  const api = useApi()
  const label = useId()
  const asked = useHeldValue(search.trim(), STILL_MS)
  const found = useQuery({
    queryKey: ['searchUsers', organizationId, asked],
    queryFn: ({ signal }) => api('searchUsers', { query: { organizationId, search: asked }, signal }),
    enabled: asked !== '',
    gcTime: 0,
    retry: false,
  })
  // Enter takes the first of the list, so no list is offered that is older than the typed text.
  const people = asked === search.trim() ? (found.data?.data ?? []) : []
  const patients = people.flatMap(({ _id, name, phoneNumber, kind, visit }) =>
    kind === 'patient' && phoneNumber !== null ? [{ patientId: _id, name, phoneNumber, visit }] : [],
  )
  /** Patients with the same name may share a number too, so each shows its identity. */
  const identities = new Map(people.map(({ _id, ...person }) => [_id, identityLabel(person)]))
  const number = typedNumber(search)
  const isTheirs = patients.some(({ phoneNumber }) => typedNumber(phoneNumber) === number)
  const choices: Recipient[] = [
    ...patients,
    ...(number !== null && !isTheirs ? [{ patientId: null, name: null, phoneNumber: number }] : []),
  ]
  const settled = asked !== '' && asked === search.trim() && !found.isFetching

  return (
    <Combobox<Recipient | null> value={null} onChange={(to) => to && onChoose(to)} immediate>
      <div>
        <label id={label} htmlFor={`${label}-input`} className="mb-1 block text-sm font-medium">
          To
        </label>
        <div className="focus-shell flex h-10 items-center gap-2 rounded-md border border-control bg-raised px-2.5 max-md:h-11">
          <Search aria-hidden size={15} className="shrink-0 text-muted" />
          <ComboboxInput
            id={`${label}-input`}
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={search}
            placeholder="Name or phone"
            onChange={({ target }) => onSearch(target.value)}
            className="min-w-0 flex-1 bg-transparent text-base outline-none max-md:text-md"
          />
        </div>
        <ComboboxOptions static className="mt-1.5 flex flex-col gap-0.5 outline-none">
          {choices.map((to) => (
            <ComboboxOption
              key={to.patientId ?? to.phoneNumber}
              value={to}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 data-focus:bg-selected-soft"
            >
              {to.name === null ? (
                <Phone aria-hidden size={16} className="mx-1 shrink-0 text-muted" />
              ) : (
                <ChartTab name={to.name} size="xs" />
              )}
              <span className="min-w-0 flex-1 text-sm">
                <bdi className="block wrap-anywhere">{to.name ?? `Text ${displayPhone(to.phoneNumber)}`}</bdi>
                {to.name !== null && (
                  <span className="num block text-xs text-muted">
                    {[displayPhone(to.phoneNumber), identities.get(to.patientId ?? '')].filter(Boolean).join(' · ')}
                  </span>
                )}
              </span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
        {found.isError ? (
          <p role="alert" className="mt-1 flex items-center gap-1 text-xs text-bad-text">
            <CircleAlert aria-hidden size={13} className="shrink-0" />
            Patients could not be looked up. A whole number can be texted all the same.
          </p>
        ) : (
          settled &&
          choices.length === 0 && (
            <p role="status" className="mt-1 text-xs text-muted">
              {`No patient with a phone matches “${asked}”. Type a whole number to text it.`}
            </p>
          )
        )}
      </div>
    </Combobox>
  )
}
