/** The fields of doctors in GraphQL. */
import * as one from '@foyer/contracts/doctors/doctor-calls.ts'
import * as list from '@foyer/contracts/doctors/doctors.ts'
import { absentAsNull } from '../../http/graphql/absent.ts'
import { extensionsOf, type GraphBuilder } from '../../http/graphql/builder.ts'
import { given, pageArgs } from '../../http/graphql/list-arguments.ts'

const DOCTORS_MAX = 500

/** [OPEN-035] [OPEN-050] */
export function addDoctorFields(builder: GraphBuilder): void {
  const doctor = builder.objectRef<list.Doctor>('Doctor').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      organizationId: t.exposeID('organizationId'),
      name: t.exposeString('name'),
      firstName: t.exposeString('firstName'),
      lastName: t.exposeString('lastName'),
      npi: t.exposeString('npi', { nullable: true }),
      specialty: t.exposeString('specialty', { nullable: true }),
      departmentName: t.exposeString('departmentName', { nullable: true }),
      archived: t.exposeBoolean('archived'),
    }),
  })

  builder.queryField('doctors', (t) =>
    t.field({
      ...{ type: [doctor], nullable: true, extensions: extensionsOf({ most: DOCTORS_MAX }) },
      description: 'By last name, without archived ones.',
      args: pageArgs(t),
      async resolve(_, { organizationId, ...asked }, { perform, inOrganization }) {
        const query = { ...inOrganization(organizationId), ...given(asked) }
        return (await perform(list.doctors, { query })).data
      },
    }),
  )

  builder.queryField('doctor', (t) =>
    t.field({
      ...{ type: doctor, nullable: true, description: 'Null for an absent and a foreign one alike.' },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      resolve: (_, { organizationId, _id: doctorId }, { perform, inOrganization }) =>
        absentAsNull(
          async () => (await perform(one.doctor, { query: { ...inOrganization(organizationId), doctorId } })).data,
        ),
    }),
  )
}
