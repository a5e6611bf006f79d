import type { Team } from '@foyer/contracts/teams/teams.ts'
import { useController } from 'react-hook-form'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { chosenMembers, nameError } from './teams.rules.ts'

interface TeamFormProps {
  organizationId: string
  /** Null adds one. */
  team: Team | null
  teams: readonly Team[]
  colleagues: readonly Colleague[]
  onSaved: (epoch: string, team: Team) => void
}

interface Typed {
  name: string
  members: string[]
}

/** Names a team and chooses its members. */
export function TeamForm({ organizationId, team, teams, colleagues, onSaved }: TeamFormProps) {
  const api = useApi()
  const others = teams.filter(({ _id }) => _id !== team?._id)
  const form = useForm<Typed>({
    initial: { name: team?.name ?? '', members: [...(team?.members ?? [])] },
    check: ({ name }) => ({ name: nameError(name, others) }),
    refusedFields: { conflict: 'name' },
    refusals: {
      stale:
        'Someone changed this team while you were editing. Close this, check the team, and make your change again.',
    },
    async send({ name, members }) {
      const ticked = colleagues.filter(({ _id }) => members.includes(_id)).map(({ _id }) => _id)
      const body = {
        ...{ organizationId, name, version: team?.version ?? 0 },
        ...{ members: chosenMembers(team, ticked, colleagues), ...(team && { _id: team._id }) },
      }
      const { data, epoch } = await api('saveTeam', { body })
      notifySuccess(team === null ? `${data.name} added` : `${data.name} saved`)
      onSaved(epoch, data)
    },
  })
  const { field } = useController({ control: form.control, name: 'members' })

  function tick(id: string, isTicked: boolean) {
    field.onChange(isTicked ? [...field.value, id] : field.value.filter((one) => one !== id))
    form.onChange()
  }
  return (
    <Form form={form} label={team === null ? 'Add a team' : `Change ${team.name}`} className="space-y-4 p-4">
      <FormField form={form} name="name" label="Name" />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Members</legend>
        <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {colleagues.map(({ _id, name }) => (
            <label
              key={_id}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-(--ds-focus)"
            >
              <input
                type="checkbox"
                checked={field.value.includes(_id)}
                onChange={({ target }) => tick(_id, target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              <StaffAvatar name={name} />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
            </label>
          ))}
        </div>
        <p className="mt-1.5 text-xs text-muted">
          “Next patient” offers the team’s conversations to its members. Without members it offers them to everybody.
        </p>
      </fieldset>
      <Problem form={form} />
      <Submit form={form} action="Saving">
        {team === null ? 'Add the team' : 'Save'}
      </Submit>
    </Form>
  )
}
