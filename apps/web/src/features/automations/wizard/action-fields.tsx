import { type Action, USERS_MAX } from '@foyer/contracts/automations/actions.rules.ts'
import { REQUEST_LABELS, STATUS_LABELS } from '@foyer/contracts/automations/choices.rules.ts'
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { FieldValues } from '@foyer/contracts/outreach/fields.rules.ts'
import { UserCheck } from 'lucide-react'
import { Field } from '../../../ui/field.tsx'
import { ManySelect } from '../../../ui/many-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { Catalog } from '../use-catalog.ts'
import { withChosen } from './catalog-choices.rules.ts'
import { closingStatuses } from './draft.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { Row } from './row.tsx'
import { DurationField, Wrong } from './small-fields.tsx'
import { TextFields } from './text-fields.tsx'

interface ActionFieldsProps {
  action: Action
  /** "actions[2]" */
  path: string
  problems: Problems
  catalog: Catalog
  values: FieldValues
  onChange: (action: Action) => void
}

const REQUESTS = Object.entries(REQUEST_LABELS).map(([value, label]) => ({ value: value as RequestType, label }))
const STATUSES = closingStatuses.map((value) => ({ value, label: STATUS_LABELS[value] }))

/** The fields of one step. */
export function ActionFields({ action, path, problems, catalog, values, onChange }: ActionFieldsProps) {
  const change = (next: object) => onChange({ ...action, ...next } as Action)
  const wrong = (name: string) => problems[`${path}.${name}`]
  switch (action.kind) {
    case 'sendSms':
      return (
        <TextFields
          {...{ catalog, values }}
          type="SMS"
          text={action.text}
          templateId={action.templateId}
          problems={{ text: wrong('text'), templateId: wrong('templateId') }}
          onChange={change}
        />
      )
    case 'sendEmail':
      return (
        <div className="space-y-3">
          <Field
            label="Subject"
            autoComplete="off"
            error={wrong('subject')}
            value={action.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <TextFields
            {...{ catalog, values }}
            type="email"
            text={action.text}
            templateId={action.templateId}
            problems={{ text: wrong('text'), templateId: wrong('templateId') }}
            onChange={change}
          />
        </div>
      )
    case 'assignToStaff':
      return <AssignFields {...{ action, catalog, wrong, change }} />
    case 'markRequest':
      return (
        <Select
          label="Request type"
          value={action.requestType}
          choices={REQUESTS}
          onChange={(requestType) => change({ requestType })}
        />
      )
    case 'closeConversation':
      return (
        <Select label="Status" value={action.status} choices={STATUSES} onChange={(status) => change({ status })} />
      )
    case 'snoozeConversation':
      return (
        <Row>
          <span>Snooze it for</span>
          <DurationField
            label="Snooze for"
            value={action.for}
            error={wrong('for')}
            onChange={(next) => change({ for: next })}
          />
        </Row>
      )
    case 'starConversation':
      return (
        <>
          <Staff label="Star it for" values={action.users} {...{ catalog }} onChange={(users) => change({ users })} />
          <Wrong message={wrong('users')} />
        </>
      )
    case 'addNote':
      return (
        <div className="space-y-2">
          <TextArea
            label="Note"
            rows={3}
            error={wrong('text')}
            value={action.text}
            onChange={({ target }) => change({ text: target.value })}
          />
          <Staff
            label="Mention"
            none="Nobody is mentioned"
            values={action.mentions}
            {...{ catalog }}
            onChange={(mentions) => change({ mentions })}
          />
        </div>
      )
    case 'notifyStaff':
      return <NotifyFields {...{ action, catalog, wrong, change }} />
    case 'startDrip':
      return (
        <Record
          label="Campaign"
          value={action.campaignId}
          known={catalog.data?.campaigns ?? []}
          {...{ catalog }}
          error={wrong('campaignId')}
          onChange={(campaignId) => change({ campaignId })}
        />
      )
    case 'handToChatbot':
      return (
        <Record
          label="Chatbot"
          value={action.flowId}
          known={catalog.data?.flows ?? []}
          {...{ catalog }}
          error={wrong('flowId')}
          onChange={(flowId) => change({ flowId })}
        />
      )
    case 'wait':
      return <WaitFields {...{ action, wrong, change }} />
    default:
      return null
  }
}

interface PartProps<Kind extends Action['kind']> {
  action: Extract<Action, { kind: Kind }>
  wrong: (name: string) => string | undefined
  change: (values: object) => void
}

function AssignFields({ action, catalog, wrong, change }: PartProps<'assignToStaff'> & { catalog: Catalog }) {
  const { user, among } = action
  const people = staffOf(catalog, user === null ? (among ?? []) : [user])
  return (
    <>
      <Row>
        <Select
          label="Assign to"
          value={user === null ? 'among' : 'user'}
          choices={[
            { value: 'user', label: 'One staff member' },
            { value: 'among', label: 'Who has the fewest open conversations of' },
          ]}
          onChange={(way) =>
            change(way === 'user' ? { user: among?.[0] ?? '', among: null } : { user: null, among: user ? [user] : [] })
          }
          className="max-w-full"
        />
        {user === null ? (
          <ManySelect
            label="Staff members"
            icon={UserCheck}
            values={among ?? []}
            choices={people}
            onChange={(next) => change({ among: next.slice(0, USERS_MAX) })}
            className="max-w-full min-w-48"
          />
        ) : (
          <Select
            label="Staff member"
            icon={UserCheck}
            value={user}
            choices={user === '' ? [{ value: '', label: 'Choose' }, ...people] : people}
            onChange={(next) => change({ user: next })}
            className="max-w-full min-w-48"
          />
        )}
      </Row>
      <Wrong message={wrong('user') ?? wrong('among')} />
    </>
  )
}

function NotifyFields({ action, catalog, wrong, change }: PartProps<'notifyStaff'> & { catalog: Catalog }) {
  const { users, to, text } = action
  return (
    <div className="space-y-2">
      <Row>
        <Select
          label="Notify"
          value={to ?? 'users'}
          choices={[
            { value: 'supervisors', label: 'The supervisors' },
            { value: 'assigned', label: 'The staff member it is assigned to' },
            { value: 'users', label: 'These staff members' },
          ]}
          onChange={(value) => change(value === 'users' ? { users: [], to: null } : { users: null, to: value })}
          className="max-w-full"
        />
        {users !== null && (
          <Staff label="Staff members" values={users} {...{ catalog }} onChange={(next) => change({ users: next })} />
        )}
      </Row>
      <Wrong message={wrong('users')} />
      <Field
        label="Notice"
        autoComplete="off"
        error={wrong('text')}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
    </div>
  )
}

function WaitFields({ action, wrong, change }: PartProps<'wait'>) {
  const { for: time, officeHours } = action
  const way = time === null ? 'open' : officeHours ? 'office' : 'for'
  const held = time ?? { n: 4, unit: 'hours' }
  return (
    <Row>
      <Select
        label="Wait"
        value={way}
        choices={[
          { value: 'office', label: 'For a time of office hours' },
          { value: 'for', label: 'For a time' },
          { value: 'open', label: 'Until the office is open' },
        ]}
        onChange={(next) =>
          change(
            next === 'open'
              ? { for: null, until: 'open', officeHours: false }
              : { for: held, until: null, officeHours: next === 'office' },
          )
        }
      />
      {time !== null && (
        <DurationField label="Wait for" value={time} error={wrong('for')} onChange={(next) => change({ for: next })} />
      )}
    </Row>
  )
}

interface StaffProps {
  label: string
  values: readonly string[]
  catalog: Catalog
  none?: string
  onChange: (users: readonly string[]) => void
}

function Staff({ label, values, catalog, none = 'Choose', onChange }: StaffProps) {
  return (
    <ManySelect
      {...{ label, none, values }}
      icon={UserCheck}
      choices={staffOf(catalog, values)}
      onChange={(next) => onChange(next.slice(0, USERS_MAX))}
      className="max-w-full min-w-48"
    />
  )
}

export function staffOf({ data, names }: Catalog, chosen: readonly string[]) {
  const staff = (data?.staff ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return withChosen(staff, chosen, names, 'Removed staff member')
}

interface RecordProps {
  label: string
  value: string
  known: readonly { readonly _id: string; readonly name: string }[]
  catalog: Catalog
  error: string | undefined
  onChange: (id: string) => void
}

function Record({ label, value, known, catalog, error, onChange }: RecordProps) {
  const listed = known.map(({ _id, name }) => ({ value: _id, label: name }))
  const choices = withChosen(listed, [value], catalog.names, `Removed ${label.toLowerCase()}`)
  return (
    <>
      <Select
        {...{ label, value, onChange }}
        choices={value === '' ? [{ value: '', label: 'Choose' }, ...choices] : choices}
        className="max-w-full"
      />
      <Wrong message={error} />
    </>
  )
}
