/** An edit that was not made: it waits for a second person. Nothing went wrong, so the command ends with 0. */
export class ApprovalRequested extends Error {
  override readonly name = 'ApprovalRequested';
  /** The change request as the server shows it. */
  readonly request: { readonly id: string; readonly entity_key: string };

  constructor(request: ApprovalRequested['request']) {
    super(
      `Approval requested for ${request.entity_key}. Nothing was changed yet: another member has to approve it in the dashboard.`,
    );
    this.request = request;
  }
}
