import { z } from 'zod';

/**
 * Every code of an error response, with its status and its meaning. Programs compare codes, so a code is never renamed
 * and never gets another meaning. The sentence in the response is for people and may change.
 */
export const errorCodes = {
  'request.malformed': { status: 400, meaning: 'The request, its form or its headers break the protocol.' },
  'request.invalid_json': { status: 400, meaning: 'The body is not valid JSON.' },
  'request.not_a_form': { status: 400, meaning: 'The body has to be a multipart form.' },
  'request.too_many_fields': { status: 400, meaning: 'The form has more fields than one request may have.' },
  'request.cut_off': {
    status: 400,
    meaning: 'The connection ended before the whole body had arrived or the request began.',
  },

  'session.required': { status: 401, meaning: 'There is no session, or it has expired. Sign in.' },
  'sign_in.expired': {
    status: 401,
    meaning: 'The password was entered too long ago, so the code cannot complete the sign-in.',
  },
  'token.invalid': { status: 401, meaning: 'The access token is wrong, has expired or was revoked.' },
  'sign_in.provider_expired': {
    status: 401,
    meaning: 'This sign-in at the provider was begun too long ago, in another browser, or is used already.',
  },
  'metrics.wrong_token': { status: 401, meaning: 'The bearer token of the metrics is missing or wrong.' },

  'permission.denied': { status: 403, meaning: 'The role of the caller may not make this call.' },
  'session.other_user': {
    status: 403,
    meaning: 'The header X-Shown-User names another user than that of the session.',
  },
  'token.not_allowed': { status: 403, meaning: 'The access token does not have the right for this call.' },
  'sign_in.provider_only': { status: 403, meaning: 'Only the provider of single sign-on signs this user in.' },
  'sign_in.passkey_refused': {
    status: 403,
    meaning: 'The passkey does not sign in: it, its answer or its user is not accepted.',
  },
  'sign_in.not_admitted': { status: 403, meaning: 'The provider has confirmed a user who may not sign in here.' },
  'two_factor.required': { status: 403, meaning: 'The caller has to set up two-factor sign-in first.' },
  'password.confirmation_required': { status: 403, meaning: 'The caller has to confirm their password first.' },
  'file.infected': { status: 403, meaning: 'The virus scanner has found a virus in the file, so nobody can open it.' },
  'file.not_owner': { status: 403, meaning: 'The caller may see the file, but not change it.' },
  'user.is_self': { status: 403, meaning: 'Callers may not do this to their own account.' },
  'user.above_own_role': { status: 403, meaning: 'The account or the role is above the role of the caller.' },

  'route.not_found': { status: 404, meaning: 'No endpoint has this address, or an id in it is invalid.' },
  'file.not_found': {
    status: 404,
    meaning: 'The file does not exist, is in the trash, or the caller may not see it.',
  },
  'file.some_not_found': {
    status: 404,
    meaning:
      'At least one of the files does not exist for the caller; none was changed. `details.file_ids` names them.',
  },
  'file.version_not_found': { status: 404, meaning: 'The file has no such version.' },
  'file.not_in_trash': { status: 404, meaning: 'The file is not in the trash.' },
  'file.no_preview': { status: 404, meaning: 'There is no preview of this file.' },
  'upload.not_found': { status: 404, meaning: 'The resumable upload does not exist or has expired.' },
  'file_type.not_found': { status: 404, meaning: 'The file type does not exist.' },
  'passkey.not_found': { status: 404, meaning: 'The caller has no such passkey.' },
  'team.not_found': { status: 404, meaning: 'The team does not exist.' },
  'user.not_found': { status: 404, meaning: 'The user does not exist.' },
  'session.not_found': { status: 404, meaning: 'The caller has no such session.' },
  'webhook.not_found': { status: 404, meaning: 'There is no such webhook.' },
  'webhook.message_not_found': { status: 404, meaning: 'There is no such message in the log of the webhook.' },
  'calendar.not_found': {
    status: 404,
    meaning: 'The calendar address is wrong or was revoked, or its owner may no longer see containers.',
  },
  'token.not_found': { status: 404, meaning: 'There is no such access token, or it belongs to another user.' },
  'notification.not_found': { status: 404, meaning: 'The caller has no such notification.' },
  'container.not_found': { status: 404, meaning: 'The container does not exist.' },
  'container.in_trash': { status: 404, meaning: 'The container was deleted. The caller may restore it.' },
  'container.view_not_found': { status: 404, meaning: 'The caller has no such saved view, or may not change it.' },
  'container.no_undo': {
    status: 404,
    meaning: 'The caller made no such bulk change, or it is older than ten minutes, or it was undone before.',
  },
  'container.file_not_linked': { status: 404, meaning: 'The file is not linked to the container.' },
  'container.event_not_found': {
    status: 404,
    meaning: 'The history of the container has no such entry that can carry documents.',
  },
  'sample.not_found': { status: 404, meaning: 'The sample company is not there.' },
  'party.not_found': { status: 404, meaning: 'The supplier, customer or carrier does not exist.' },
  'invitation.not_found': { status: 404, meaning: 'The user has no invitation, or has used it.' },
  'import.not_found': { status: 404, meaning: 'The caller has no such import, or it has expired.' },
  'checklist.not_found': { status: 404, meaning: 'The checklist has no such rule.' },
  'container.not_in_trash': { status: 404, meaning: 'The container is not in the trash.' },
  'permission.save_not_found': { status: 404, meaning: 'There is no earlier save of the permissions with this id.' },

  'request.timeout': { status: 408, meaning: 'The request took too long to arrive.' },

  'notification.no_mail': {
    status: 409,
    meaning: 'The server has no mail server, so it cannot send mails.',
  },
  'reference.gone': { status: 409, meaning: 'Something that the input names was deleted meanwhile.' },
  'file.changed': { status: 409, meaning: 'Another user changed the file meanwhile.' },
  'file.not_scanned': {
    status: 409,
    meaning: 'The virus scanner has not scanned the file yet. Until then, only its uploader can open it.',
  },
  'upload.offset_mismatch': {
    status: 409,
    meaning: 'The bytes do not follow the ones received. Request the offset and continue there.',
  },
  'team.in_use': { status: 409, meaning: 'The team still owns files or containers.' },
  'user.last_administrator': { status: 409, meaning: 'The last administrator has to stay.' },
  'two_factor.already_on': { status: 409, meaning: 'Two-factor sign-in is already on.' },
  'passkey.unavailable': { status: 409, meaning: 'Passkeys do not work at this address, or not for this user.' },
  'two_factor.off': { status: 409, meaning: 'Two-factor sign-in is off, or without codes of an app.' },
  'party.changed': {
    status: 409,
    meaning:
      'Another supplier, customer or carrier has taken the name, or given it up, since the caller reviewed the change.',
  },
  'container.changed': { status: 409, meaning: 'Another user changed the container meanwhile.' },
  'container.status_not_allowed': {
    status: 409,
    meaning: 'A container cannot go from its current status to the requested one.',
  },
  'container.delay_not_allowed': { status: 409, meaning: 'A container in this status cannot be delayed.' },
  'checklist.exists': { status: 409, meaning: 'The checklist has a rule for this file type and these containers.' },
  'import.done': { status: 409, meaning: 'The rows of this file were imported before.' },
  'sample.exists': { status: 409, meaning: 'The sample company is already there.' },
  'sample.not_empty': { status: 409, meaning: 'There are files or containers, so the sample company cannot be added.' },
  'permission.changed': { status: 409, meaning: 'Another user saved the permissions meanwhile.' },

  'upload.protocol_missing': { status: 412, meaning: 'The header Tus-Resumable: 1.0.0 is missing.' },

  'request.too_large': { status: 413, meaning: 'The body or one of its fields is too large.' },
  'upload.too_large': {
    status: 413,
    meaning: 'A file is larger than the limit, or more bytes were sent than announced.',
  },

  'request.unsupported_type': { status: 415, meaning: 'The content type of the body is not supported.' },

  'csrf.mismatch': { status: 419, meaning: 'The anti-forgery token is missing or belongs to another session.' },

  'validation.failed': { status: 422, meaning: 'Some fields are missing or malformed; `errors` names them.' },
  'cursor.invalid': { status: 422, meaning: 'The value of `after` does not come from an earlier page.' },
  'import.unreadable': { status: 422, meaning: 'The file is not a table that can be read.' },
  'import.no_such_sheet': { status: 422, meaning: 'The file has no sheet with this number.' },
  'import.nothing': { status: 422, meaning: 'No row of the file changes anything.' },
  'upload.no_file': { status: 422, meaning: 'No file was sent.' },
  'upload.unexpected_file': { status: 422, meaning: 'A file was sent in a field that does not accept files.' },
  'upload.too_many_files': { status: 422, meaning: 'More files were sent than one request may contain.' },
  'upload.too_many_unfinished': { status: 422, meaning: 'The caller has too many unfinished uploads.' },
  'upload.piece_too_small': { status: 422, meaning: 'A piece of a resumable upload is too small.' },
  'file.no_team': { status: 422, meaning: 'The caller has no team that could own the file.' },
  'file.nothing_to_change': { status: 422, meaning: 'Neither a new name nor a new content was sent.' },
  'file.move_denied': { status: 422, meaning: 'The caller may not move files to a team whose files they do not see.' },
  'file_type.too_many': { status: 422, meaning: 'There are as many file types as the server allows.' },
  'file_type.unknown': { status: 422, meaning: 'The input names a file type that does not exist.' },
  'checklist.too_many': { status: 422, meaning: 'The checklist has as many rules as the server allows.' },
  'webhook.address': { status: 422, meaning: 'The address of a webhook is malformed, unknown or not allowed.' },
  'webhook.too_many': { status: 422, meaning: 'There are as many webhooks as the server allows.' },
  'token.too_many': { status: 422, meaning: 'The caller has as many access tokens as a user may have.' },
  'team.too_many': { status: 422, meaning: 'There are as many teams as the server allows.' },
  'team.unknown': { status: 422, meaning: 'The input names a team that does not exist.' },
  'user.unknown': { status: 422, meaning: 'The input names a user that does not exist.' },
  'role.unknown': { status: 422, meaning: 'The input names a role that does not exist.' },
  'user.email_taken': { status: 422, meaning: 'Another account has this e-mail address.' },
  'sign_in.wrong_credentials': { status: 422, meaning: 'The e-mail address or the password is wrong.' },
  'passkey.refused': { status: 422, meaning: 'The answer of the new passkey is not accepted.' },
  'passkey.too_many': { status: 422, meaning: 'The caller has as many passkeys as a user may have.' },
  'two_factor.wrong_code': { status: 422, meaning: 'The code is wrong, expired or already used.' },
  'password.wrong': { status: 422, meaning: 'The current password is wrong.' },
  'password.too_short': { status: 422, meaning: 'The new password is too short.' },
  'password.too_long': { status: 422, meaning: 'The new password is too long.' },
  'password.mismatch': { status: 422, meaning: 'The new password and its repetition differ.' },
  'password.common': { status: 422, meaning: 'The new password is among the most common ones.' },
  'password.is_email': { status: 422, meaning: 'The new password is the email address of the user.' },
  'password.link_expired': { status: 422, meaning: 'The link to set a password is wrong, expired or already used.' },
  'permission.unknown_module': { status: 422, meaning: 'The input names a module that does not exist.' },
  'permission.unknown_role': { status: 422, meaning: 'The input names a role that does not exist.' },
  'permission.locked': { status: 422, meaning: 'Administrators cannot lose this permission.' },
  'container.expected_date_required': { status: 422, meaning: 'This change needs a date.' },
  'container.day_in_future': { status: 422, meaning: 'The day of a receipt or a departure is in the future.' },
  'container.too_many': { status: 422, meaning: 'The change would affect more containers than one call may change.' },
  'container.nothing_to_change': { status: 422, meaning: 'The bulk change names no containers or no change.' },
  'container.team_not_visible': { status: 422, meaning: 'The caller does not see the containers of this team.' },
  'container.dossier_too_large': { status: 422, meaning: 'The container has more documents than a dossier may hold.' },
  'container.too_many_followers': { status: 422, meaning: 'The container has as many followers as it may have.' },
  'container.too_many_views': {
    status: 422,
    meaning: 'The caller has too many saved views, or there are too many shared views.',
  },
  'container.too_many_documents': { status: 422, meaning: 'The entry would have more documents than one may carry.' },
  'party.unknown': { status: 422, meaning: 'The input names a supplier, customer or carrier that does not exist.' },
  'container.delay_reason_required': { status: 422, meaning: 'A delay needs a reason.' },

  'upload.locked': { status: 423, meaning: 'Another request is using this upload.' },

  'rate_limit.exceeded': {
    status: 429,
    meaning: 'Too many attempts. Try again after the time in the header Retry-After.',
  },
  'upload.too_many_unfinished_bytes': {
    status: 429,
    meaning: 'The unfinished uploads of the caller have too many bytes together.',
  },
  'request.too_many_open': {
    status: 429,
    meaning:
      'The caller has too many downloads, archives, lists, searches or unread responses open. Try again after the time in the header Retry-After.',
  },

  'request.headers_too_large': { status: 431, meaning: 'The headers are too long.' },

  internal: { status: 500, meaning: 'An unexpected error; the log has its cause under the id of the request.' },
  'file.damaged': { status: 500, meaning: 'The stored bytes are missing or differ from the ones received.' },

  'store.unavailable': { status: 503, meaning: 'The file store does not answer.' },
  'database.unavailable': { status: 503, meaning: 'The database does not answer.' },
  'mail.not_accepted': { status: 503, meaning: 'The mail server does not take a mail.' },
  'sign_in.provider_away': { status: 503, meaning: 'The provider of single sign-on does not answer.' },
  'server.busy': { status: 503, meaning: 'The server is overloaded. Try again in a moment.' },

  'store.full': { status: 507, meaning: 'There is no space left for files or records.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The codes that come with a status. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

/**
 * The body of every error response. The browser does not parse responses with it, so the list of codes is not part of
 * the page.
 */
export const failure = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** More data for the screen; the contract of the call describes it. */
  details: z.unknown().optional(),
});
export type ErrorAnswer = z.infer<typeof failure>;
