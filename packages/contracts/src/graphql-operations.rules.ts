/** The operations of GraphQL that the app itself sends. Where the API takes listed operations alone, it takes these. */

/** [OPEN-033] A new automation. */
export const SAVE_AUTOMATION = `mutation SaveAutomation($organizationId: ID!, $automation: AutomationInput!) {
  saveAutomation(organizationId: $organizationId, automation: $automation) { _id }
}`

/** [OPEN-034] A chatbot's draft, new or changed. */
export const SAVE_CHATBOT_FLOW = `mutation SaveChatbotFlow($organizationId: ID!, $flow: ChatbotFlowInput!) {
  saveChatbotFlow(organizationId: $organizationId, flow: $flow) { _id revision updatedAt updatedBy { name } }
}`

/** [OPEN-050] The operations that an installation takes. */
export const operationModes = ['any', 'listed'] as const
export type OperationMode = (typeof operationModes)[number]

/** By the schema that they ask. */
export const graphqlOperations: Readonly<Record<string, readonly string[]>> = {
  main: [SAVE_AUTOMATION, SAVE_CHATBOT_FLOW],
}
