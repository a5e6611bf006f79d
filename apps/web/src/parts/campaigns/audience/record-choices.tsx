/** Choices of a doctor, a campaign or an import of the organization. */
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../../ui/select.tsx'
import { useApi } from '../../services.tsx'
import { useDoctors } from '../../visits/use-doctors.ts'

interface RecordChoiceProps {
  organizationId: string
  label: string
  /** Empty for none yet. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** The newest ones are offered. */
const OFFERED = 100

export function DoctorChoice(props: RecordChoiceProps) {
  const { byId } = useDoctors(props.organizationId)
  const choices = [...byId.values()].map(({ _id, name }) => ({ value: _id, label: name }))
  return <Choice {...props} choices={choices} />
}

export function CampaignChoice(props: RecordChoiceProps) {
  const { organizationId } = props
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['campaigns to choose', organizationId],
    queryFn: ({ signal }) => api('campaigns', { query: { organizationId, limit: OFFERED }, signal }),
    select: (answer) => answer.data.map(({ _id, name }) => ({ value: _id, label: name })),
  })
  return <Choice {...props} choices={data ?? []} />
}

export function ImportChoice(props: RecordChoiceProps) {
  const { organizationId } = props
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['imports to choose', organizationId],
    queryFn: ({ signal }) => api('imports', { query: { organizationId, limit: OFFERED }, signal }),
    select: (answer) =>
      answer.data.flatMap(({ _id, fileName, state }) => (state === 'done' ? [{ value: _id, label: fileName }] : [])),
  })
  return <Choice {...props} choices={data ?? []} />
}

interface ChoiceProps extends RecordChoiceProps {
  choices: readonly { readonly value: string; readonly label: string }[]
}

function Choice({ label, value, error, onChange, choices }: ChoiceProps) {
  const isKnown = choices.some((one) => one.value === value)
  const all = isKnown ? choices : [{ value, label: value === '' ? 'Choose one' : 'One that is not listed' }, ...choices]
  return (
    <div className="min-w-0">
      <Select {...{ label, value }} choices={all} onChange={onChange} className="max-w-full w-52" />
      {error !== undefined && <p className="mt-1 text-xs text-bad-text">{error}</p>}
    </div>
  )
}
