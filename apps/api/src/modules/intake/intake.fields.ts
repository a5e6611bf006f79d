/** The fields of public forms in GraphQL, which anybody may ask. */
import { QUESTIONS_MAX } from '@foyer/contracts/forms/questionnaire.rules.ts'
import * as calls from '@foyer/contracts/intake/intake-calls.ts'
import { extensionsOf, type GraphBuilder } from '../../http/graphql/builder.ts'

const ANSWERS_BYTES_MAX = 200 * 1024
/** The questions of a form are read with it. */
const CHEAP = 1

/** [OPEN-050] [CALL-GQL-04] */
export function addIntakeFields(builder: GraphBuilder): void {
  const option = builder.objectRef<calls.IntakeQuestion['options'][number]>('IntakeOption').implement({
    fields: (t) => ({ value: t.exposeString('value'), label: t.exposeString('label') }),
  })
  const question = builder.objectRef<calls.IntakeQuestion>('IntakeField').implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      label: t.exposeString('label'),
      type: t.exposeString('type'),
      required: t.exposeBoolean('required'),
      options: t.field({
        ...{ type: [option], extensions: extensionsOf({ most: CHEAP }) },
        resolve: ({ options }) => options,
      }),
      maxLength: t.exposeInt('maxLength', { nullable: true }),
    }),
  })
  const form = builder.objectRef<calls.IntakeForm>('IntakeForm').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      title: t.exposeString('title'),
      intro: t.exposeString('intro'),
      organizationName: t.exposeString('organizationName'),
      fields: t.field({
        ...{ type: [question], extensions: extensionsOf({ most: CHEAP }), description: `At most ${QUESTIONS_MAX}.` },
        resolve: ({ fields }) => fields,
      }),
      token: t.exposeString('token', { description: 'To be sent with the answers.' }),
    }),
  })
  const submission = builder.objectRef<{ reference: string }>('IntakeSubmission').implement({
    fields: (t) => ({ reference: t.exposeString('reference') }),
  })

  builder.queryField('intakeForm', (t) =>
    t.field({
      ...{ type: form, nullable: true, description: 'Null for an unknown and a closed one alike.' },
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_, { id: formId }, { perform }) => (await perform(calls.intakeForm, { params: { formId } })).data,
    }),
  )

  builder.mutationField('submitIntake', (t) =>
    t.field({
      ...{ type: submission, nullable: true, extensions: extensionsOf({ variableBytes: ANSWERS_BYTES_MAX }) },
      args: {
        formId: t.arg.id({ required: true }),
        answers: t.arg({ type: 'JSON', required: true, description: 'By the keys of the fields.' }),
        token: t.arg.string(),
        website: t.arg.string({ description: 'For robots; it stays empty.' }),
      },
      async resolve(_, { formId, answers, token, website }, { perform }) {
        const body = { answers, ...(token != null && { token }), ...(website != null && { website }) } as Parameters<
          typeof perform<typeof calls.submitIntake>
        >[1]['body']
        return (await perform(calls.submitIntake, { params: { formId }, body })).data
      },
    }),
  )
}
