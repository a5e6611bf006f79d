/** The fields of patients in GraphQL, with the conversation and the visits of each. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import * as charts from '@foyer/contracts/patients/chart-calls.ts'
import { CHILDREN_MAX } from '@foyer/contracts/patients/children.rules.ts'
import * as children from '@foyer/contracts/patients/children-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import * as searching from '@foyer/contracts/patients/search-calls.ts'
import { absentAsNull } from '../../../http/graphql/absent.ts'
import { extensionsOf, type GraphBuilder } from '../../../http/graphql/builder.ts'
import { given, pageArgs } from '../../../http/graphql/list-arguments.ts'
import { childrenBy } from '../../../http/graphql/loading.ts'

const PATIENTS_MAX = 100
/** The children of all patients are read together, so that those of one cost as much as one row. */
const TOGETHER = 1

const conversationOf = childrenBy<children.BriefConversation>(async ({ perform }, { organizationId, ids }) => {
  const query = { organizationId, patientIds: [...ids] }
  const { data } = await perform(children.newestConversations, { query })
  return new Map(data.map(({ patientId, conversation }) => [patientId, conversation]))
})

const visitsOf = childrenBy<readonly Appointment[], number>(
  async ({ perform }, { organizationId, ids, args: limit }) => {
    const query = { organizationId, patientIds: [...ids], limit }
    const { data } = await perform(children.newestVisits, { query })
    return Map.groupBy(data, ({ patientId }) => patientId)
  },
)

/** [OPEN-035] [OPEN-050] */
export function addPatientFields(builder: GraphBuilder): void {
  const patient = outputOf(builder)

  builder.queryField('patients', (t) =>
    t.field({
      ...{ type: [patient], nullable: true, extensions: extensionsOf({ most: PATIENTS_MAX }) },
      description: 'By last name, first name and id.',
      args: pageArgs(t),
      async resolve(_, { organizationId, ...asked }, { perform, inOrganization }) {
        const body = { ...inOrganization(organizationId), ...given(asked) }
        return (await perform(searching.patientSearch, { body })).data.list
      },
    }),
  )

  builder.queryField('patient', (t) =>
    t.field({
      ...{ type: patient, nullable: true, description: 'Null for an absent and a foreign one alike.' },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      resolve: (_, { organizationId, _id: id }, { perform, inOrganization }) =>
        absentAsNull(
          async () =>
            (await perform(charts.patientRecord, { params: { id }, query: inOrganization(organizationId) })).data,
        ),
    }),
  )
}

function outputOf(builder: GraphBuilder) {
  const conversation = builder.objectRef<children.BriefConversation>('PatientConversation').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      status: t.exposeString('status'),
      unreadCount: t.exposeInt('unreadCount'),
    }),
  })
  const visit = builder.objectRef<Appointment>('PatientAppointment').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      date: t.exposeString('appointmentDate', { description: 'YYYY-MM-DD, in the zone of the organization.' }),
      time: t.exposeString('startTime', { description: 'HH:MM.' }),
      doctorName: t.exposeString('providerName'),
      status: t.exposeString('appointmentStatus'),
    }),
  })
  return builder.objectRef<PatientRecord>('Patient').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      organizationId: t.exposeID('organizationId'),
      patientImportId: t.exposeID('patientImportId'),
      name: t.exposeString('name'),
      phoneNumber: t.exposeString('phoneNumber', { nullable: true }),
      birthdate: t.exposeString('birthdate', { nullable: true }),
      mrn: t.exposeString('mrn', { nullable: true }),
      conversation: t.field({
        ...{ type: conversation, nullable: true, description: 'The newest one.' },
        resolve: async ({ organizationId, _id: id }, _, context) =>
          (await conversationOf(context, { organizationId, id }, null)) ?? null,
      }),
      appointments: t.field({
        ...{ type: [visit], extensions: extensionsOf({ most: TOGETHER }) },
        description: `The newest first, at most ${CHILDREN_MAX}.`,
        args: { limit: t.arg.int() },
        resolve: async ({ organizationId, _id: id }, { limit }, context) => [
          ...((await visitsOf(context, { organizationId, id }, limit ?? CHILDREN_MAX)) ?? []),
        ],
      }),
    }),
  })
}
