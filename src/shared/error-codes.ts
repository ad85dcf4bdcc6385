import { z } from 'zod';

/**
 * The codes of error responses and their meanings, by status. Programs compare codes, so a code is never renamed
 * and never gets another meaning. The sentence in the response is for people and may change.
 */
const meanings = {
  400: {
    'request.malformed': 'The request, its form or its headers break the protocol.',
    'request.invalid_json': 'The body is not valid JSON.',
    'request.not_a_form': 'The body has to be a multipart form.',
    'request.too_many_fields': 'The form has more fields than one request may have.',
    'request.cut_off': 'The connection ended before the whole body had arrived or the request began.',
  },
  401: {
    'session.required': 'There is no session, or it has expired. Sign in.',
    'sign_in.expired': 'The password was entered too long ago, so the code cannot complete the sign-in.',
    'token.invalid': 'The access token is wrong, has expired or was revoked.',
    'sign_in.provider_expired':
      'This sign-in at the provider was begun too long ago, in another browser, or is used already.',
    'metrics.wrong_token': 'The bearer token of the metrics is missing or wrong.',
  },
  403: {
    'permission.denied': 'The role of the caller may not make this call.',
    'session.other_user': 'The header X-Shown-User names another user than that of the session.',
    'token.not_allowed': 'The access token does not have the right for this call.',
    'sign_in.provider_only': 'Only the provider of single sign-on signs this user in.',
    'sign_in.passkey_refused': 'The passkey does not sign in: it, its answer or its user is not accepted.',
    'sign_in.not_admitted': 'The provider has confirmed a user who may not sign in here.',
    'two_factor.required': 'The caller has to set up two-factor sign-in first.',
    'password.confirmation_required': 'The caller has to confirm their password first.',
    'file.infected': 'The virus scanner has found a virus in the file, so nobody can open it.',
    'file.not_owner': 'The caller may see the file, but not change it.',
    'user.is_self': 'Callers may not do this to their own account.',
    'user.above_own_role': 'The account or the role is above the role of the caller.',
  },
  404: {
    'route.not_found': 'No endpoint has this address, or an id in it is invalid.',
    'file.not_found': 'The file does not exist, is in the trash, or the caller may not see it.',
    'file.some_not_found':
      'At least one of the files does not exist for the caller; none was changed. `details.file_ids` names them.',
    'file.version_not_found': 'The file has no such version.',
    'file.not_in_trash': 'The file is not in the trash.',
    'file.no_preview': 'There is no preview of this file.',
    'upload.not_found': 'The resumable upload does not exist or has expired.',
    'file_type.not_found': 'The file type does not exist.',
    'passkey.not_found': 'The caller has no such passkey.',
    'team.not_found': 'The team does not exist.',
    'user.not_found': 'The user does not exist.',
    'session.not_found': 'The caller has no such session.',
    'webhook.not_found': 'There is no such webhook.',
    'webhook.message_not_found': 'There is no such message in the log of the webhook.',
    'calendar.not_found': 'The calendar address is wrong or was revoked, or its owner may no longer see containers.',
    'token.not_found': 'There is no such access token, or it belongs to another user.',
    'notification.not_found': 'The caller has no such notification.',
    'container.not_found': 'The container does not exist.',
    'container.in_trash': 'The container was deleted. The caller may restore it.',
    'container.view_not_found': 'The caller has no such saved view, or may not change it.',
    'container.no_undo':
      'The caller made no such bulk change, or it is older than ten minutes, or it was undone before.',
    'container.file_not_linked': 'The file is not linked to the container.',
    'container.event_not_found': 'The history of the container has no such entry that can carry documents.',
    'sample.not_found': 'The sample company is not there.',
    'party.not_found': 'The supplier, customer or carrier does not exist.',
    'invitation.not_found': 'The user has no invitation, or has used it.',
    'import.not_found': 'The caller has no such import, or it has expired.',
    'checklist.not_found': 'The checklist has no such rule.',
    'container.not_in_trash': 'The container is not in the trash.',
    'permission.save_not_found': 'There is no earlier save of the permissions with this id.',
  },
  408: {
    'request.timeout': 'The request took too long to arrive.',
  },
  409: {
    'notification.no_mail': 'The server has no mail server, so it cannot send mails.',
    'reference.gone': 'Something that the input names was deleted meanwhile.',
    'file.changed': 'Another user changed the file meanwhile.',
    'file.not_scanned': 'The virus scanner has not scanned the file yet. Until then, only its uploader can open it.',
    'upload.offset_mismatch': 'The bytes do not follow the ones received. Request the offset and continue there.',
    'team.in_use': 'The team still owns files or containers.',
    'user.last_administrator': 'The last administrator has to stay.',
    'two_factor.already_on': 'Two-factor sign-in is already on.',
    'passkey.unavailable': 'Passkeys do not work at this address, or not for this user.',
    'two_factor.off': 'Two-factor sign-in is off, or without codes of an app.',
    'party.changed':
      'Another supplier, customer or carrier has taken the name, or given it up, since the caller reviewed the change.',
    'container.changed': 'Another user changed the container meanwhile.',
    'container.status_not_allowed': 'A container cannot go from its current status to the requested one.',
    'container.delay_not_allowed': 'A container in this status cannot be delayed.',
    'checklist.exists': 'The checklist has a rule for this file type and these containers.',
    'import.done': 'The rows of this file were imported before.',
    'sample.exists': 'The sample company is already there.',
    'sample.not_empty': 'There are files or containers, so the sample company cannot be added.',
    'permission.changed': 'Another user saved the permissions meanwhile.',
  },
  412: {
    'upload.protocol_missing': 'The header Tus-Resumable: 1.0.0 is missing.',
  },
  413: {
    'request.too_large': 'The body or one of its fields is too large.',
    'upload.too_large': 'A file is larger than the limit, or more bytes were sent than announced.',
  },
  415: {
    'request.unsupported_type': 'The content type of the body is not supported.',
  },
  419: {
    'csrf.mismatch': 'The anti-forgery token is missing or belongs to another session.',
  },
  422: {
    'validation.failed': 'Some fields are missing or malformed; `errors` names them.',
    'cursor.invalid': 'The value of `after` does not come from an earlier page.',
    'import.unreadable': 'The file is not a table that can be read.',
    'import.no_such_sheet': 'The file has no sheet with this number.',
    'import.nothing': 'No row of the file changes anything.',
    'upload.no_file': 'No file was sent.',
    'upload.unexpected_file': 'A file was sent in a field that does not accept files.',
    'upload.too_many_files': 'More files were sent than one request may contain.',
    'upload.too_many_unfinished': 'The caller has too many unfinished uploads.',
    'upload.piece_too_small': 'A piece of a resumable upload is too small.',
    'file.no_team': 'The caller has no team that could own the file.',
    'file.nothing_to_change': 'Neither a new name nor a new content was sent.',
    'file.move_denied': 'The caller may not move files to a team whose files they do not see.',
    'file_type.too_many': 'There are as many file types as the server allows.',
    'file_type.unknown': 'The input names a file type that does not exist.',
    'checklist.too_many': 'The checklist has as many rules as the server allows.',
    'webhook.address': 'The address of a webhook is malformed, unknown or not allowed.',
    'webhook.too_many': 'There are as many webhooks as the server allows.',
    'token.too_many': 'The caller has as many access tokens as a user may have.',
    'team.too_many': 'There are as many teams as the server allows.',
    'team.unknown': 'The input names a team that does not exist.',
    'user.unknown': 'The input names a user that does not exist.',
    'role.unknown': 'The input names a role that does not exist.',
    'user.email_taken': 'Another account has this e-mail address.',
    'sign_in.wrong_credentials': 'The e-mail address or the password is wrong.',
    'passkey.refused': 'The answer of the new passkey is not accepted.',
    'passkey.too_many': 'The caller has as many passkeys as a user may have.',
    'two_factor.wrong_code': 'The code is wrong, expired or already used.',
    'password.wrong': 'The current password is wrong.',
    'password.too_short': 'The new password is too short.',
    'password.too_long': 'The new password is too long.',
    'password.mismatch': 'The new password and its repetition differ.',
    'password.common': 'The new password is among the most common ones.',
    'password.is_email': 'The new password is the email address of the user.',
    'password.link_expired': 'The link to set a password is wrong, expired or already used.',
    'permission.unknown_module': 'The input names a module that does not exist.',
    'permission.unknown_role': 'The input names a role that does not exist.',
    'permission.locked': 'Administrators cannot lose this permission.',
    'container.expected_date_required': 'This change needs a date.',
    'container.day_in_future': 'The day of a receipt or a departure is in the future.',
    'container.too_many': 'The change would affect more containers than one call may change.',
    'container.nothing_to_change': 'The bulk change names no containers or no change.',
    'container.team_not_visible': 'The caller does not see the containers of this team.',
    'container.dossier_too_large': 'The container has more documents than a dossier may hold.',
    'container.too_many_followers': 'The container has as many followers as it may have.',
    'container.too_many_views': 'The caller has too many saved views, or there are too many shared views.',
    'container.too_many_documents': 'The entry would have more documents than one may carry.',
    'party.unknown': 'The input names a supplier, customer or carrier that does not exist.',
    'container.delay_reason_required': 'A delay needs a reason.',
  },
  423: {
    'upload.locked': 'Another request is using this upload.',
  },
  429: {
    'rate_limit.exceeded': 'Too many attempts. Try again after the time in the header Retry-After.',
    'upload.too_many_unfinished_bytes': 'The unfinished uploads of the caller have too many bytes together.',
    'request.too_many_open':
      'The caller has too many downloads, archives, lists, searches or unread responses open. Try again after the time in the header Retry-After.',
  },
  431: {
    'request.headers_too_large': 'The headers are too long.',
  },
  500: {
    internal: 'An unexpected error; the log has its cause under the id of the request.',
    'file.damaged': 'The stored bytes are missing or differ from the ones received.',
  },
  503: {
    'store.unavailable': 'The file store does not answer.',
    'database.unavailable': 'The database does not answer.',
    'mail.not_accepted': 'The mail server does not take a mail.',
    'sign_in.provider_away': 'The provider of single sign-on does not answer.',
    'server.busy': 'The server is overloaded. Try again in a moment.',
  },
  507: {
    'store.full': 'There is no space left for files or records.',
  },
} as const;

type Meanings = typeof meanings;

/** The codes that come with a status. */
export type CodeOf<Status extends keyof Meanings> = keyof Meanings[Status];
export type ErrorCode = { [Status in keyof Meanings]: CodeOf<Status> }[keyof Meanings];

// `Object.fromEntries` loses the type of the names.
export const errorCodes = Object.fromEntries(
  Object.entries(meanings).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => [code, { status: Number(status), meaning }]),
  ),
) as Record<ErrorCode, { status: number; meaning: string }>;

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
