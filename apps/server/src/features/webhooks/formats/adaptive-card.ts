/** The body for a workflow of Microsoft Teams that starts with a webhook request. */
export const adaptiveCard = <Block extends object>(
  body: readonly Block[],
  link: { readonly title: string; readonly url: string },
) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body,
        actions: [{ type: 'Action.OpenUrl', ...link }],
      },
    },
  ],
});
