/** The part of npm `oidc-provider` that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Request = { oidc: { client: { clientId: string }; session: { accountId: string } } };

  export default class OidcProvider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    Client: { find(id: string): Promise<{ backchannelLogout(subject: string, sid: string): Promise<void> }> };
    Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    on(event: string, listener: (...values: unknown[]) => void): void;
  }
  export type { Request };
}
